import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings, type SettingTable } from './settings.ts'

const TABLE = {
  key: { env: 'KEY', doc: 'A key.', schema: z.string().min(3), secret: true },
  place: { env: 'PLACE', doc: 'A place.', schema: z.string(), default: 'here' },
} as const satisfies SettingTable

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arasta-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('a secret may stand in a file, where a line break at its end does not count', () => {
  const KEY_FILE = fileOf('key', 'from a file\n')
  expect(readSettings(TABLE, { KEY_FILE })).toEqual({ key: 'from a file', place: 'here' })
  expect(readSettings(TABLE, { KEY: 'direct', KEY_FILE: '' }).key).toBe('direct')
})

test('a file that is missing, empty, too large or named beside its setting is a fault without its content', () => {
  const faultOf = (env: Record<string, string>) => {
    try {
      readSettings(TABLE, env)
      return 'none'
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(faultOf({ KEY_FILE: join(folder, 'nothing') })).toMatch(
    /^KEY_FILE: .* cannot be read \(ENOENT\)\.$/,
  )
  expect(faultOf({ KEY_FILE: fileOf('empty', '\n') })).toBe('KEY is missing. A key.')
  expect(faultOf({ KEY_FILE: fileOf('large', 'x'.repeat(70_000)) })).toMatch(/larger than 64 KB/)
  expect(faultOf({ KEY: 'one', KEY_FILE: fileOf('two', 'secret') })).toBe(
    'KEY and KEY_FILE are both set.',
  )
  expect(faultOf({ KEY_FILE: fileOf('short', 'zz') })).not.toContain('zz')
})

test('what is not secret is never read from a file', () => {
  const PLACE_FILE = fileOf('place', 'there')
  expect(readSettings(TABLE, { KEY: 'key', PLACE_FILE }).place).toBe('here')
})
