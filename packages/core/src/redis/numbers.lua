-- How Redis keeps a short list of whole numbers: packed in one string, seven bytes each.

--load
local STATE_i
local damaged_i = 0
local stored_i = redis.pcall('GET', KEY_i)
if stored_i then
  if type(stored_i) == 'string' and #stored_i == BYTES_i then
    STATE_i = struct.unpack(FORMAT_i, stored_i)
  else
    damaged_i = 2
  end
end
--check
--save
redis.call('SET', KEY_i, struct.pack(FORMAT_i, NEXT_i), 'PX', string.format('%.0f', reset_i + life))
--keep
redis.call('SET', KEY_i, struct.pack(FORMAT_i, TAKEN_i), 'PX', string.format('%.0f', life_i + life))
--end
