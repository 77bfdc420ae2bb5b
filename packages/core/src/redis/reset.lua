-- Forgets.
--
-- KEYS   what to forget
-- ARGV   the latest time at which to act, where that is not left open
-- reply  how many there were; a list of now alone if it is too late

if ARGV[1] then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if now > ARGV[1] + 0 then return { now } end
end
return redis.call('DEL', unpack(KEYS))
