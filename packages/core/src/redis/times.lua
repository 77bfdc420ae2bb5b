-- How Redis keeps a log: a list of times in text, some ten bytes an entry, oldest first.

--load
local damaged_i = 0
local length_i = redis.pcall('LLEN', KEY_i)
if type(length_i) ~= 'number' then
  length_i, damaged_i = 0, 2
end
local function at_i(index)
  local time = tonumber((redis.call('LINDEX', KEY_i, index)))
  if time and time == time then return time end
  -- What is no time is as old as can be.
  damaged_i = 2
  return 0
end
--save
if damaged_i == 2 and length_i == 0 then
  redis.call('DEL', KEY_i)
elseif first_i > 0 or last_i > 0 then
  redis.call('LTRIM', KEY_i, first_i, -1 - last_i)
end
local entry_i = string.format('%.0f', stamp_i)
if cost_i == 1 then
  redis.call('RPUSH', KEY_i, entry_i)
else
  local entries_i = {}
  for n = 1, math.min(cost_i, 1000) do entries_i[n] = entry_i end
  for left = cost_i, 1, -1000 do redis.call('RPUSH', KEY_i, unpack(entries_i, 1, math.min(left, 1000))) end
end
redis.call('PEXPIRE', KEY_i, string.format('%.0f', reset_i + life))
--keep
redis.call('LREM', KEY_i, -count_i, string.format('%.0f', stamp_i))
redis.call('PEXPIRE', KEY_i, string.format('%.0f', life_i + life))
--end
