-- Takes back what one check was charged; never creates a key. Composed as consume.lua is.
--
-- KEYS   a key for each policy
-- ARGV   the numbers of each policy; a cost for each policy; the time of the decision; the latest time at which to act;
--        now, where it is not the server's
-- reply  for how many policies something was taken back; a list of now alone if it is too late

local at, now, life, k = ARGV[COSTS + #KEYS + 1] + 0, ARGV[COSTS + #KEYS + 3], 0, 0
if now then
  now, life = now + 0, 60000
else
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
  if now > ARGV[COSTS + #KEYS + 2] + 0 then return { now } end
end
local taken = 0
--each
local cost_i = ARGV[COSTS + PLACE_i] + 0
--load
local life_i, TAKEN_i = nil
if cost_i > 0 and damaged_i == 0 and EXISTS_i then
  life_i, TAKEN_i = REFUND_i(now, at, cost_i, NUMBERS_i, STATE_i)
  if life_i then taken = taken + 1 end
end
--end
--ask
if taken > 0 and redis.acl_check_cmd then
  MAY
end
--end
--each
if life_i and life_i > 0 then
  --keep
elseif life_i then
  redis.call('DEL', KEY_i)
end
--end
return taken
