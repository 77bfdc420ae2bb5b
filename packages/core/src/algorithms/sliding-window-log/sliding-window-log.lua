-- Sliding window log: at most `limit` units in any span of `window` ms. A unit leaves when it is exactly `window` old.
-- State: a time for each unit charged, never falling: `length` of them, and `at(index)` from 0 on.

-- How many entries at the front are not later than `bound`: near the front in few looks, anywhere in about log(length).
local function leading(length, at, bound)
  local low, high, step = 0, 0, 1
  while high < length and at(high) <= bound do
    low, high, step = high + 1, high + step, step * 2
  end
  if high > length then high = length end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if at(middle) <= bound then low = middle + 1 else high = middle end
  end
  return low
end

-- How many entries to drop at the two ends, the newest entry, and the time that counts: the newest entry's where the
-- clock stepped back. One more than a window ahead comes from a broken clock, and so do those before it.
local function settle(now, window, length, at)
  local newest = length > 0 and at(length - 1) or 0
  if newest - now > window then return 0, length, 0, now end
  local time = math.max(now, newest)
  return leading(length, at, time - window), 0, newest, time
end

local function decide(now, cost, limit, window, length, at)
  local first, last, newest, time = settle(now, window, length, at)
  local used = length - first - last
  if cost == 0 or cost <= limit - used then
    if cost > 0 then newest = time end
    used = used + cost
    return 1, math.max(0, limit - used), 0, used > 0 and newest + window - now or 0, first, last, time
  end
  local retry = -1
  if cost <= limit then retry = at(first + used + cost - limit - 1) + window - now end
  return 0, math.max(0, limit - used), retry, used > 0 and newest + window - now or 0, first, last, time
end

local function refund(now, at_time, cost, limit, window, length, at)
  local first, last = settle(now, window, length, at)
  local kept = length - last
  local from, to = math.max(first, leading(kept, at, at_time - 1)), leading(kept, at, at_time)
  local count = math.min(cost, to - from)
  if count <= 0 then return end
  if count == kept - first then return 0, at_time, count end
  local newest = at(to == kept and to - count == from and from - 1 or kept - 1)
  return newest + window - now, at_time, count
end
