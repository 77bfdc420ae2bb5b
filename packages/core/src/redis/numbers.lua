-- How Redis keeps a short list of whole numbers: packed in one string, seven bytes each.

--load
local STATE_i = nil
local damaged_i = 0
-- Of a value of another type comes an error: a table, which has no length.
local stored_i = redis.pcall('GET', KEY_i)
if stored_i then
  if #stored_i == BYTES_i then
    STATE_i = struct.unpack(FORMAT_i, stored_i)
  elseif type(stored_i) == 'table' and not string.find(stored_i.err, 'WRONGTYPE', 1, true) then
    return stored_i -- Redis did not let us look, which is no empty state.
  else
    damaged_i = 2
  end
end
--check
--save
local ttl_i = reset_i + life
-- `%d` is the cheaper, but ends at 2^31 where Redis was built for 32 bits.
redis.call('SET', KEY_i, struct.pack(FORMAT_i, NEXT_i), 'PX', string.format(ttl_i < 2147483648 and '%d' or '%.0f', ttl_i))
--keep
redis.call('SET', KEY_i, struct.pack(FORMAT_i, TAKEN_i), 'PX', string.format('%.0f', life_i + life))
--end
