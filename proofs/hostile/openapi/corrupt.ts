import { NAUGHTY } from '#test/support/naughty-strings.ts'
import type { Random } from '../../installs/seeded-random.ts'

/** Ways to get a value, a query and a body wrong. */

const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = level % 2 ? { a: value } : [value]
  return value
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  -0,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  32_768,
  65_536,
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  '1e999',
  'NaN',
  '99999999999999999999',
  [],
  {},
  [null],
  [[]],
  [1, 'a', {}],
  { toString: 1 },
  { length: -1 },
  { constructor: { prototype: 1 } },
  deep(15),
  deep(40),
]

/** Anything but what is asked for. */
export const oddValue = (random: Random): unknown =>
  random.chance(0.5) ? random.pick(ODD_VALUES) : random.pick(NAUGHTY)

/** The same value with one place in it gone wrong: another type, nothing, too much. */
export function corruptValue(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    if (random.chance(0.15)) return Array.from({ length: 300 }, () => value[0])
    const at = random.below(value.length)
    return value.map((one, place) => (place === at ? corruptValue(one, random) : one))
  }
  if (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    random.chance(0.85)
  ) {
    const name = random.pick(Object.keys(value))
    const { [name]: gone, ...rest } = value as Record<string, unknown>
    const way = random.below(10)
    if (way === 0) return rest
    if (way === 1)
      return {
        ...rest,
        [random.pick([
          '__proto__',
          'constructor',
          'id',
          name.toUpperCase(),
          `${name}[]`,
          random.pick(NAUGHTY),
        ])]: gone,
      }
    if (way === 2)
      return {
        ...(value as object),
        [random.pick(['extra', 'platform_id', 'store', 'status'])]: oddValue(random),
      }
    return { ...(value as object), [name]: corruptValue(gone, random) }
  }
  return oddValue(random)
}

/** JSON that no serializer writes, from a body that is fine. */
export function corruptJson(text: string, random: Random): Buffer {
  const inside = text.slice(1, -1)
  const ways: (() => string | Buffer)[] = [
    () => text.slice(0, random.below(text.length) + 1),
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => (text.startsWith('{') && inside !== '' ? `{${inside},${inside}}` : '{"a":1,"a":2}'),
    () => `{"__proto__":{"isAdmin":true},${inside || '"a":1'}}`,
    () => text.replace(/"([^"]*)"(?=[,}\]])/, '"\\ud800$1"'),
    () => text.replace(/:(\d+|"[^"]*")/, ':1e400'),
    () => text.replace(/:(\d+|"[^"]*")/, `:${'9'.repeat(400)}`),
    () => `${'['.repeat(4_000)}${']'.repeat(4_000)}`,
    () => `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
    () => Buffer.from(text, 'utf16le'),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from('}'),
      ]),
    () => random.bytes(random.below(64)),
    () => '',
    () => ' ',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '0',
    () => 'NaN',
    () => "{'a':1}",
    () => '{"a":1,}',
    () => 'a=1&b=2',
  ]
  return Buffer.from(random.pick(ways)())
}

export const CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;charset=\u0000'.slice(0, 24),
  'application/json, text/html',
  'APPLICATION/JSON',
  'application/octet-stream',
  'image/svg+xml',
  'application/zip',
  'image/png',
  '*/*',
  ';',
  'application/jsonp',
  'text/json',
  '',
]

/** Files that are not what they say, or nearly. */
export const FILES: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('PK\x03\x04'),
  Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1'),
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
  Buffer.from('RIFF\xff\xff\xff\x7fWEBP', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  Buffer.alloc(64 * 1024, 'a'),
  Buffer.from('MZ\x90\0', 'latin1'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]
