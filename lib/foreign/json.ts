/**
 * Parses untrusted JSON; null when invalid. The HTTP client has limited its size; validate the
 * value with a schema.
 */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
