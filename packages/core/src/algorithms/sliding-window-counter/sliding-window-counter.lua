-- Sliding window counter: the units of this window and, of the last, the share that a window ending now still covers:
-- previous × (what is left of this window / window) + current ≤ limit, in whole numbers. Windows start at the
-- multiples of `window` since the epoch.
-- State: time of the last charge (ms since the epoch), units of its window, units of the window before.

-- The start of this window, the time in it (the stored one where the clock stepped back), and the units of the two windows.
local function settle(now, limit, window, time, current, previous)
  -- What lies further ahead than a window is the time of a broken clock.
  if not time or time - now > window then time, current, previous = 0, 0, 0 end
  local at = math.max(now, time)
  local start = math.floor(at / window) * window
  if time < start - window then return start, at, 0, 0 end
  if time < start then current, previous = 0, current end
  return start, at, math.min(current, limit), math.min(previous, limit)
end

local function reset(now, window, start, current, previous)
  if current > 0 then return start + 2 * window - now end
  if previous > 0 then return start + window - now end
  return 0
end

-- The first time at which the cost is allowed.
local function allowed_at(cost, limit, window, start, current, previous)
  local room = limit - current - cost
  if room >= 0 then
    local left = math.floor(room * window / previous)
    if left > 0 then return start + window - left end
  end
  if current <= limit - cost then return start + window end
  return start + 2 * window - math.floor((limit - cost) * window / current)
end

local function decide(now, cost, limit, window, time, current, previous)
  local start, at
  start, at, current, previous = settle(now, limit, window, time, current, previous)
  local share = previous * (start + window - at)
  local allowed, retry = 0, 0
  if cost > limit then
    retry = -1
  elseif cost == 0 or cost <= limit - current and share <= (limit - current - cost) * window then
    allowed, current = 1, current + cost
  else
    retry = allowed_at(cost, limit, window, start, current, previous) - now
  end
  return allowed, math.max(0, limit - current - math.ceil(share / window)), retry,
    reset(now, window, start, current, previous), at, current, previous
end

local function refund(now, charged, cost, limit, window, time, current, previous)
  local start, at
  start, at, current, previous = settle(now, limit, window, time, current, previous)
  if charged >= start and charged < start + window and current > 0 then
    current = math.max(0, current - cost)
  elseif charged >= start - window and charged < start and previous > 0 then
    previous = math.max(0, previous - cost)
  else
    return
  end
  return reset(now, window, start, current, previous), at, current, previous
end
