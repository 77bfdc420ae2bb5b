const SLOTS = 16_384

/** CRC-16/XMODEM, as the Redis Cluster specification asks for. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return crc & 0xffff
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** The cluster slot of all keys with this hash tag. */
export const slotOf = (tag: string): number => crc16(encoder.encode(tag)) % SLOTS
