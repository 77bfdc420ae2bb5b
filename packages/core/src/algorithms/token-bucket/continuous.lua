-- Token bucket with continuous refill. The level is kept in 1/interval of a token, so that a millisecond adds exactly
-- `rate` of these and nothing is ever rounded.
-- State: level, its time (ms since the epoch), the interval whose parts it counts, the last time the bucket was full.

local function decide(now, cost, capacity, rate, interval, level, time, unit, since)
  local full = capacity * interval
  if not level or unit < 1 then
    level, time, since = full, now, now
  else
    if unit ~= interval then
      -- A level counted in parts of another interval, rounded down.
      local whole = math.floor(level / unit)
      local part = math.floor((level - whole * unit) * interval / unit)
      level = whole >= capacity and full or whole * interval + math.min(part, interval - 1)
    end
    -- The time of the level is later than now where the clock stepped back; too late, and it is of a broken clock.
    if time > now then
      if time - now > math.ceil(full / rate) then level = full end
    else
      if now - time >= (full - level) / rate then level = full else level = level + (now - time) * rate end
      time = now
    end
    if level >= full then level, time, since = full, now, now end
  end
  local retry = 0
  if cost > capacity then
    retry = -1
  elseif level >= cost * interval then
    level = level - cost * interval
  else
    retry = time - now + math.ceil((cost * interval - level) / rate)
  end
  return retry == 0 and 1 or 0, math.floor(level / interval), retry,
    level < full and time - now + math.ceil((full - level) / rate) or 0, level, time, interval, since
end

local function refund(now, at, cost, capacity, rate, interval, level, time, unit, since)
  -- A cost of 0 settles the state.
  local _, _, _, _, settled, of, _, last = decide(now, 0, capacity, rate, interval, level, time, unit, since)
  local full = capacity * interval
  if settled >= full or at < last then return end
  if cost >= capacity or settled + cost * interval >= full then return 0, full, of, interval, last end
  settled = settled + cost * interval
  return of - now + math.ceil((full - settled) / rate), settled, of, interval, last
end
