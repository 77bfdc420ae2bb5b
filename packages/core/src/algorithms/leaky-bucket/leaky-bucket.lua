-- Leaky bucket as a policer: each unit pours into a bucket that leaks at a steady rate; what would overflow is denied.
-- The level is kept in 1/interval of a unit, so that a millisecond leaks exactly `rate` of these.
-- State: level, its time (ms since the epoch), the interval whose parts it counts, the last time the bucket was empty.

-- A level counted in parts of another interval, rounded up.
local function convert(level, unit, capacity, interval)
  local whole = math.floor(level / unit)
  if whole >= capacity then return capacity * interval end
  local part = math.ceil((level - whole * unit) * interval / unit)
  if part > interval then part = interval end
  return whole * interval + part
end

-- The level now, the time that it is of (later than now where the clock stepped back), and when the bucket was last empty.
local function settle(now, capacity, rate, interval, level, time, unit, since)
  if not level or unit < 1 then return 0, now, now end
  local full = capacity * interval
  if unit ~= interval then level = convert(level, unit, capacity, interval) end
  if level > full then level = full end
  if time - now > math.ceil(full / rate) then return 0, now, now end
  if now > time then
    if now - time >= math.ceil(level / rate) then
      level = 0
    else
      level = level - (now - time) * rate
    end
  end
  if level <= 0 then return 0, now, now end
  return level, math.max(now, time), since
end

local function decide(now, cost, capacity, rate, interval, level, time, unit, since)
  level, time, since = settle(now, capacity, rate, interval, level, time, unit, since)
  local full = capacity * interval
  local retry = 0
  if cost > capacity then
    retry = -1
  elseif level <= full - cost * interval then
    level = level + cost * interval
  else
    retry = time - now + math.ceil((level - (full - cost * interval)) / rate)
  end
  return retry == 0 and 1 or 0, math.floor((full - level) / interval), retry,
    level > 0 and time - now + math.ceil(level / rate) or 0, level, time, interval, since
end

local function refund(now, at, cost, capacity, rate, interval, level, time, unit, since)
  level, time, since = settle(now, capacity, rate, interval, level, time, unit, since)
  if level <= 0 or at < since then return end
  if cost >= capacity or level <= cost * interval then return 0, 0, time, interval, since end
  level = level - cost * interval
  return time - now + math.ceil(level / rate), level, time, interval, since
end
