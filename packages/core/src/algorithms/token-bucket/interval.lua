-- Token bucket with interval refill: `rate` tokens at the end of each whole interval. A full bucket has no running
-- interval; one starts with the charge that takes it below full.
-- State: level (tokens), start of the running interval (ms since the epoch), the last time the bucket was full.

-- The level now, the start of the running interval, and when the bucket was last full.
local function settle(now, capacity, rate, interval, level, start, since)
  if not level then return capacity, now, now end
  if start - now > math.ceil(capacity / rate) * interval then return capacity, now, now end
  if now > start and level < capacity then
    local passed = math.floor((now - start) / interval)
    if passed >= math.ceil((capacity - level) / rate) then
      level = capacity
    else
      level, start = level + passed * rate, start + passed * interval
    end
  end
  if level >= capacity then return capacity, now, now end
  return level, start, since
end

local function decide(now, cost, capacity, rate, interval, level, start, since)
  level, start, since = settle(now, capacity, rate, interval, level, start, since)
  local retry = 0
  if cost > capacity then
    retry = -1
  elseif level >= cost then
    level = level - cost
  else
    retry = start - now + math.ceil((cost - level) / rate) * interval
  end
  return retry == 0 and 1 or 0, level, retry,
    level < capacity and start - now + math.ceil((capacity - level) / rate) * interval or 0, level, start, since
end

local function refund(now, at, cost, capacity, rate, interval, level, start, since)
  level, start, since = settle(now, capacity, rate, interval, level, start, since)
  if level >= capacity or at < since then return end
  if level + cost >= capacity then return 0, capacity, start, since end
  level = level + cost
  return start - now + math.ceil((capacity - level) / rate) * interval, level, start, since
end
