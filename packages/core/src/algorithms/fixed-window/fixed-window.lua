-- Fixed window: at most `limit` units in a window of `window` ms, which starts with the first request or, when
-- `aligned` is 1, at the multiples of `window` since the epoch.
-- State: start of the window (ms since the epoch), units used in it.

-- The window that holds now, and what is used of it. Nothing used is as good as no state, as is a start too far ahead.
local function settle(now, limit, window, aligned, start, used)
  if start and used > 0 and start - now <= window then
    local at = math.max(now, start)
    if aligned == 1 then
      local current = math.floor(at / window) * window
      if start >= current then return current, used end
    elseif at < start + window then
      return start, used
    end
  end
  if aligned == 1 then return math.floor(now / window) * window, 0 end
  return now, 0
end

local function decide(now, cost, limit, window, aligned, start, used)
  start, used = settle(now, limit, window, aligned, start, used)
  if cost == 0 or used + cost <= limit then
    used = used + cost
    return 1, math.max(0, limit - used), 0, used > 0 and start + window - now or 0, start, used
  end
  local left = used > 0 and start + window - now or 0
  return 0, used < limit and limit - used or 0, cost > limit and -1 or left, left, start, used
end

local function refund(now, at, cost, limit, window, aligned, start, used)
  start, used = settle(now, limit, window, aligned, start, used)
  if used == 0 or at < start or at >= start + window then return end
  if cost >= used then return 0, start, 0 end
  return start + window - now, start, used - cost
end
