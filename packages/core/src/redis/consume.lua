-- Decides checks in their order, each all or nothing over its policies, and knows no algorithm.
-- Composed by compose.ts: what stands between `--each` and `--end` is repeated for each policy, with its place for `_i`
-- and its own names in place of those in capitals; `--load`, `--check` and `--save` are how its kind of state is kept, `--decide` its decision.
-- What stands between `--ask` and `--end` is for scripts that write by several commands, `MAY` a question for each of these.
-- Lines that end with `--one` are for a call of one check, those with `--many` for a batch.
--
-- KEYS   for each check, a key for each policy
-- ARGV   the numbers of each policy; the latest time at which to act; for each check, a cost for each policy, left out
--        where all are 1; then, where they are needed, 1 to change nothing, and now (for tests; else the server's clock).
--        Times are ms since the epoch
-- reply  now, alone if it is too late; for each check and policy: remaining and ms to reset where it allows, else
--        -1 - remaining, ms to reset and ms to retry (-1: never); -1 - ms to reset where the state was damaged.
--        In text where they are very large

local dry, now, life = ARGV[COSTS + #KEYS + 1], ARGV[COSTS + #KEYS + 2], 0
if now then
  now, life = now + 0, 60000
else
  local time = redis.call('TIME')
  local ms = time[2] / 1000
  now = time[1] * 1000 + (ms - ms % 1)
  if now > ARGV[COSTS] + 0 then return { now } end
end
local reply, n = { now, 0, 0 }, 1
local asked --many
for k = 0, #KEYS - 1, POLICIES do --many
  local all = true
  --each
  local cost_i = (ARGV[COSTS + k + PLACE_i] or 1) + 0
  --load
  --decide
  --check
  if allowed_i == 0 then all = false end
  --end
  --ask
  if all and dry ~= '1' and redis.acl_check_cmd then --one
  if all and dry ~= '1' and redis.acl_check_cmd and not asked then --many
    asked = true --many
    -- Redis asks at each command: one that is missing would end the script when the others have written.
    MAY
  end
  --end
  --each
  if all then
    if cost_i > 0 and dry ~= '1' then
      --save
    end
  elseif allowed_i == 1 then
    -- Another policy denied, so this one is not charged and says what can be spent of it.
    allowed_i, remaining_i, retry_i, reset_i = DECIDE_i(now, 0, NUMBERS_i, STATE_i)
  end
  -- Clients round whole numbers this close to 2^53, but not text.
  local large_i = remaining_i + reset_i > 9007199254740000
  if damaged_i ~= 0 then reset_i = -1 - reset_i end
  if retry_i ~= 0 then remaining_i = -1 - remaining_i end
  if large_i then remaining_i, reset_i = string.format('%.0f', remaining_i), string.format('%.0f', reset_i) end
  reply[n + 1] = remaining_i
  reply[n + 2] = reset_i
  n = n + 2
  if retry_i ~= 0 then
    n = n + 1
    reply[n] = large_i and string.format('%.0f', retry_i) or retry_i
  end
  --end
end --many
return reply
