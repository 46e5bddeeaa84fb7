/**
 * The value of a foreign JSON text, or null where it is none. The client has capped its size; what
 * it says is for a schema to judge.
 */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
