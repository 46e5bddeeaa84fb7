import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LogFile } from './log-file.ts'
import { temporaryFolder } from './testing/test-cluster.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('a log file', () => {
  test('is moved aside when it is full, and only so many old ones are kept', () => {
    const path = join(folder.path, 'shop.log')
    const log = new LogFile(path, 10)
    for (const line of [
      'first---\n',
      'second--\n',
      'third---\n',
      'fourth--\n',
      'fifth---\n',
      'sixth---\n',
    ])
      log.write(line)
    expect(readFileSync(path, 'utf8')).toBe('sixth---\n')
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('fifth---\n')
    expect(readdirSync(folder.path).sort()).toEqual([
      'shop.log',
      'shop.log.1',
      'shop.log.2',
      'shop.log.3',
    ])
  })

  test('goes on where a former run stopped and is closed to others', () => {
    const path = join(folder.path, 'shop.log')
    new LogFile(path).write('before\n')
    new LogFile(path).write('after\n')
    expect(readFileSync(path, 'utf8')).toBe('before\nafter\n')
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  test('that cannot be written costs its lines and nothing else', () => {
    const path = join(folder.path, 'no-such-folder/shop.log')
    expect(() => new LogFile(path).write('lost\n')).not.toThrow()
    expect(existsSync(path)).toBe(false)
  })
})
