import { describe, expect, test } from 'vitest'
import { freePorts } from '../ports.ts'
import { startTestCluster } from '../testing/test-cluster.ts'
import { checkOutside, objection, type OutsideFacts } from './outside.ts'

const GOOD: OutsideFacts = { version: 180_004, encoding: 'UTF8', readOnly: false, mayCreate: true, extensions: ['pg_trgm', 'unaccent', 'plpgsql'] }

describe('a PostgreSQL of one\'s own (DATABASE_URL)', () => {
  test('may be 18 or newer', () => {
    expect(objection(GOOD, 'The database x')).toBeUndefined()
    expect(objection({ ...GOOD, version: 190_000 }, 'The database x')).toBeUndefined()
  })

  test.each([
    [{ version: 170_006 }, /is PostgreSQL 17, Arasta needs 18 or newer: upgrade it, or unset DATABASE_URL/],
    [{ encoding: 'LATIN1' }, /encoding LATIN1: create the database with ENCODING 'UTF8'/],
    [{ readOnly: true }, /can only be read .*: let DATABASE_URL point at the primary/],
    [{ mayCreate: false }, /may not create tables: .*GRANT ALL ON DATABASE/],
    [{ extensions: ['plpgsql', 'unaccent'] }, /lacks pg_trgm: install PostgreSQL's contrib package/],
  ])('is refused for what it lacks: %o', (lack, line) => {
    expect(objection({ ...GOOD, ...lack }, 'The database x')).toMatch(line)
  })

  test('that does not answer, lets nobody in or does not exist is refused in one line without the password', async () => {
    const database = await startTestCluster()
    const [closed = 0] = await freePorts(1)
    try {
      await expect(checkOutside(database.url)).resolves.toBeUndefined()
      const wrong = new URL(database.url)
      wrong.password = 'geheim'
      const trials: [string, RegExp][] = [
        [`postgres://arasta:geheim@127.0.0.1:${closed}/arasta`, /does not answer \(ECONNREFUSED\): start it, correct DATABASE_URL, or unset it/],
        [wrong.href, /refuses the user or password of DATABASE_URL/],
        [database.urlOf('nowhere'), /nowhere does not exist: create it, or correct DATABASE_URL/],
        ['mysql://arasta:geheim@127.0.0.1/arasta', /not the address of a PostgreSQL database/],
        ['geheim', /not the address of a PostgreSQL database/],
      ]
      for (const [url, line] of trials) {
        const refusal: unknown = await checkOutside(url).catch((error: unknown) => error)
        expect((refusal as Error).message).toMatch(line)
        expect((refusal as Error).message).not.toMatch(/geheim|\n/)
      }
    } finally {
      await database.stop()
    }
  })
})
