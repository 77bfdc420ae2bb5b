-- Token bucket with continuous refill. The level is kept in 1/interval of a token, so that a millisecond adds exactly
-- `rate` of these and nothing is ever rounded.
-- State: level, its time (ms since the epoch), the interval whose parts it counts, the last time the bucket was full.

-- A level counted in parts of another interval, rounded down.
local function convert(level, unit, capacity, interval)
  local whole = math.floor(level / unit)
  if whole >= capacity then return capacity * interval end
  local part = math.floor((level - whole * unit) * interval / unit)
  if part >= interval then part = interval - 1 end
  return whole * interval + part
end

-- The level now, the time that it is of (later than now where the clock stepped back), and when the bucket was last full.
local function settle(now, capacity, rate, interval, level, time, unit, since)
  local full = capacity * interval
  if not level or unit < 1 then return full, now, now end
  if unit ~= interval then level = convert(level, unit, capacity, interval) end
  if time - now > math.ceil(full / rate) then return full, now, now end
  if now > time and level < full then
    if now - time >= math.ceil((full - level) / rate) then
      level = full
    else
      level = level + (now - time) * rate
    end
  end
  if level >= full then return full, now, now end
  return level, now > time and now or time, since
end

local function decide(now, cost, capacity, rate, interval, level, time, unit, since)
  level, time, since = settle(now, capacity, rate, interval, level, time, unit, since)
  local retry = 0
  if cost > capacity then
    retry = -1
  elseif level >= cost * interval then
    level = level - cost * interval
  else
    retry = time - now + math.ceil((cost * interval - level) / rate)
  end
  local missing = capacity * interval - level
  return retry == 0 and 1 or 0, math.floor(level / interval), retry,
    missing > 0 and time - now + math.ceil(missing / rate) or 0, level, time, interval, since
end

local function refund(now, at, cost, capacity, rate, interval, level, time, unit, since)
  level, time, since = settle(now, capacity, rate, interval, level, time, unit, since)
  local full = capacity * interval
  if level >= full or at < since then return end
  if cost >= capacity or level + cost * interval >= full then return 0, full, time, interval, since end
  level = level + cost * interval
  return time - now + math.ceil((full - level) / rate), level, time, interval, since
end
