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
-- reply  now, alone if it is too late; for each check and policy: 1 if allowed + 2 if its state was damaged,
--        remaining, ms to retry (-1: never), ms to reset; the last three in text where they are very large

local dry, now, life = ARGV[COSTS + #KEYS + 1], ARGV[COSTS + #KEYS + 2], 0
if now then
  now, life = now + 0, 60000
else
  local time = redis.call('TIME')
  local ms = time[2] / 1000
  now = time[1] * 1000 + (ms - ms % 1)
  if now > ARGV[COSTS] + 0 then return { now } end
end
local reply, n, asked = { now }, 1 --many
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
  if remaining_i + reset_i > 9007199254740000 then
    remaining_i, retry_i, reset_i =
      string.format('%.0f', remaining_i), string.format('%.0f', retry_i), string.format('%.0f', reset_i)
  end
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = REPLY_i --many
  n = n + 4 --many
  --end
end --many
return reply --many
return { now, REPLIES } --one
