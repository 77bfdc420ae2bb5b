-- Takes back what one check was charged; never creates a key. Composed as consume.lua is.
--
-- KEYS   a key for each policy
-- ARGV   the numbers of each policy; a cost for each policy; the time of the decision; now, where it is not the server's
-- reply  for how many policies something was taken back

local at, now, life = ARGV[COSTS + #KEYS + 1] + 0, ARGV[COSTS + #KEYS + 2], 0
if now then
  now, life = now + 0, 60000
else
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local taken = 0
--each
local cost_i = ARGV[COSTS + i] + 0
local stored_i = redis.pcall('GET', KEYS[i])
if cost_i > 0 and type(stored_i) == 'string' and #stored_i == BYTES_i then
  local STATE_i = struct.unpack(FORMAT_i, stored_i)
  local life_i, NEXT_i = REFUND_i(now, at, cost_i, NUMBERS_i, STATE_i)
  if life_i then
    taken = taken + 1
    if life_i > 0 then
      redis.call('SET', KEYS[i], struct.pack(FORMAT_i, NEXT_i), 'PX', string.format('%.0f', life_i + life))
    else
      redis.call('DEL', KEYS[i])
    end
  end
end
--end
return taken
