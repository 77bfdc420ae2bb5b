-- Decides checks in their order, each all or nothing over its policies, and knows no algorithm.
-- Composed by script.ts: what stands between `--each` and `--end` is repeated for each policy, with its place for `_i`
-- and its own names in place of those in capitals; `--load`, `--check` and `--save` are how its kind of state is kept.
--
-- KEYS   for each check, a key for each policy
-- ARGV   the numbers of each policy; for each check, a cost for each policy; then, where they are needed,
--        the latest time at which to act, now (for tests; else the server's clock), and 1 to change nothing;
--        times are ms since the epoch
-- reply  now, alone if it is too late; for each check and policy: 1 if allowed + 2 if its state was damaged,
--        remaining, ms to retry (-1: never), ms to reset

local more = COSTS + #KEYS
local latest, now, life, dry = ARGV[more + 1], ARGV[more + 2], 0, ARGV[more + 3]
if now and now ~= '' then
  now, life = now + 0, 60000
else
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
  if latest and latest ~= '' and now > latest + 0 then return { now } end
end
local reply, n = { now, 0, 0, 0, 0 }, 1

for k = 0, #KEYS - 1, POLICIES do
  local all = true
  --each
  local cost_i = ARGV[COSTS + k + PLACE_i] + 0
  --load
  local allowed_i, remaining_i, retry_i, reset_i, NEXT_i = DECIDE_i(now, cost_i, NUMBERS_i, STATE_i)
  --check
  if allowed_i == 0 then all = false end
  --end
  --each
  if all then
    if cost_i > 0 and not dry then
      --save
    end
  elseif allowed_i == 1 then
    -- Another policy denied, so this one is not charged and says what can be spent of it.
    allowed_i, remaining_i, retry_i, reset_i = DECIDE_i(now, 0, NUMBERS_i, STATE_i)
  end
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = allowed_i + damaged_i, remaining_i, retry_i, reset_i
  n = n + 4
  --end
end
return reply
