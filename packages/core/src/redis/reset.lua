-- Forgets. KEYS: what to forget. Reply: how many there were.
return redis.call('DEL', unpack(KEYS))
