import { toFieldBytes } from './structured.ts'

const BYTES = 16

/** Makes partition keys of keys: a hash under a secret, so that the header tells two clients apart and names neither. */
export function createPartitioner(secret: string): (key: string) => Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let imported: ReturnType<typeof crypto.subtle.importKey> | undefined
  return async (key) => {
    imported ??= crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
    const hash = await crypto.subtle.sign('HMAC', await imported, encoder.encode(key))
    return toFieldBytes(new Uint8Array(hash, 0, BYTES))
  }
}
