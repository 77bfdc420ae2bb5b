-- How Redis keeps a log: a list of times in text, some ten bytes an entry, oldest first.

--load
local damaged_i = 0
local length_i = redis.pcall('LLEN', KEY_i)
if type(length_i) ~= 'number' then
  if not string.find(length_i.err, 'WRONGTYPE', 1, true) then return length_i end
  length_i, damaged_i = 0, 2
end
local function at_i(index)
  local time = tonumber((redis.call('LINDEX', KEY_i, index)))
  if time and time >= 0 and time <= 9007199254740991 then return math.floor(time) end
  damaged_i = 2
  return 0
end
--check
-- Somebody else's list, or entries out of order, show only when they are looked at.
if length_i > 0 and (damaged_i == 2 or reset_i < 0 or retry_i < -1) then
  length_i, damaged_i = 0, 2
  allowed_i, remaining_i, retry_i, reset_i, NEXT_i = DECIDE_i(now, cost_i, NUMBERS_i, STATE_i)
end
--save
local life_i = string.format('%.0f', reset_i + life)
-- An engine that cannot be asked must refuse before an entry is written, which might never go.
if not redis.acl_check_cmd then redis.call('PEXPIRE', KEY_i, life_i) end
if damaged_i == 2 then
  redis.call('PEXPIRE', KEY_i, '0')
elseif last_i > 0 or first_i > 0 and not redis.acl_check_cmd then
  redis.call('LTRIM', KEY_i, first_i, -1 - last_i)
  first_i = 0
end
-- The first to write, but for a damaged log or a broken clock: Redis may refuse it for want of memory, and later none.
local entry_i = string.format('%.0f', stamp_i)
if cost_i == 1 then
  redis.call('RPUSH', KEY_i, entry_i)
else
  local entries_i = {}
  for n = 1, math.min(cost_i, 1000) do entries_i[n] = entry_i end
  for left = cost_i, 1, -1000 do redis.call('RPUSH', KEY_i, unpack(entries_i, 1, math.min(left, 1000))) end
end
if first_i > 0 then redis.call('LTRIM', KEY_i, first_i, -1) end
redis.call('PEXPIRE', KEY_i, life_i)
--keep
redis.call('LREM', KEY_i, -count_i, string.format('%.0f', stamp_i))
redis.call('PEXPIRE', KEY_i, string.format('%.0f', life_i + life))
--end
