/**
 * JSON of answers whose parts are shared by many requests: each part is serialized once. A part is
 * an element of the answer's `data`.
 */

const shared = new WeakMap<object, Buffer<ArrayBuffer> | null>()

/** Declares that `value` is never modified, so that its JSON may be kept as long as it. */
export function shareJson<T extends object>(value: T): T {
  if (!shared.has(value)) shared.set(value, null)
  return value
}

const COMMA = Buffer.from(',')

function bytesOf(value: unknown): Buffer<ArrayBuffer> {
  if (typeof value !== 'object' || value === null || !shared.has(value))
    return Buffer.from(JSON.stringify(value))
  const known = shared.get(value)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(value))
  shared.set(value, bytes)
  return bytes
}

/** The bytes of `JSON.stringify(answer)`. */
export function jsonBytes(answer: unknown): Buffer<ArrayBuffer> {
  const { data, ...rest } = (answer ?? {}) as { data?: unknown }
  const [first] = Array.isArray(data) ? (data as unknown[]) : []
  if (typeof first !== 'object' || first === null || !shared.has(first))
    return Buffer.from(JSON.stringify(answer))
  const parts = (data as unknown[]).flatMap((one, n) =>
    n === 0 ? bytesOf(one) : [COMMA, bytesOf(one)],
  )
  const tail = JSON.stringify(rest).slice(1)
  return Buffer.concat([
    Buffer.from('{"data":['),
    ...parts,
    Buffer.from(tail === '}' ? ']}' : `],${tail}`),
  ])
}
