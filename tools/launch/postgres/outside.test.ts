import { connect, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePorts } from '../ports.ts'
import { silentScreen } from '../screen.ts'
import { startTestCluster } from '../testing/test-cluster.ts'
import { checkOutside, objection, type OutsideFacts } from './outside.ts'

const GOOD: OutsideFacts = {
  version: 180_004,
  encoding: 'UTF8',
  readOnly: false,
  mayCreate: true,
  extensions: ['pg_trgm', 'unaccent', 'plpgsql'],
}

describe("a PostgreSQL of one's own (DATABASE_URL)", () => {
  test('may be 18 or newer', () => {
    expect(objection(GOOD, 'The database x')).toBeUndefined()
    expect(objection({ ...GOOD, version: 190_000 }, 'The database x')).toBeUndefined()
  })

  test.each([
    [
      { version: 170_006 },
      /is PostgreSQL 17, Arasta needs 18 or newer: upgrade it, or unset DATABASE_URL/,
    ],
    [{ encoding: 'LATIN1' }, /encoding LATIN1: create the database with ENCODING 'UTF8'/],
    [{ readOnly: true }, /can only be read .*: let DATABASE_URL point at the primary/],
    [{ mayCreate: false }, /may not create tables: .*GRANT ALL ON DATABASE/],
    [
      { extensions: ['plpgsql', 'unaccent'] },
      /lacks pg_trgm: install PostgreSQL's contrib package/,
    ],
  ])('is refused for what it lacks: %o', (lack, line) => {
    expect(objection({ ...GOOD, ...lack }, 'The database x')).toMatch(line)
  })

  test('that does not answer, lets nobody in or does not exist is refused in one line without the password', async () => {
    const database = await startTestCluster()
    const [closed = 0] = await freePorts(1)
    try {
      await expect(checkOutside(database.url, silentScreen)).resolves.toBeUndefined()
      const wrong = new URL(database.url)
      wrong.password = 'geheim'
      const trials: [string, RegExp][] = [
        [
          `postgres://arasta:geheim@127.0.0.1:${closed}/arasta`,
          /does not answer \(ECONNREFUSED\): start it, correct DATABASE_URL, or unset it/,
        ],
        [wrong.href, /refuses the user or password of DATABASE_URL/],
        [database.urlOf('nowhere'), /nowhere does not exist: create it, or correct DATABASE_URL/],
        ['mysql://arasta:geheim@127.0.0.1/arasta', /not the address of a PostgreSQL database/],
        ['geheim', /not the address of a PostgreSQL database/],
      ]
      for (const [url, line] of trials) {
        const refusal: unknown = await checkOutside(url, silentScreen, 0).catch(
          (error: unknown) => error,
        )
        expect((refusal as Error).message).toMatch(line)
        expect((refusal as Error).message).not.toMatch(/geheim|\n/)
      }
    } finally {
      await database.stop()
    }
  })

  test('that is just starting is waited for: behind a port that nobody listens on yet, then one that lets nobody in yet, and it says so once', async () => {
    const database = await startTestCluster()
    const [port = 0] = await freePorts(1)
    const behind = new URL(database.url)
    const sockets = new Set<Socket>()
    let asked = 0
    let server: Server | undefined
    // As PostgreSQL answers while it starts: an error of the class that a client may try again,
    // then the end.
    const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up']
      .map((field) => `${field}\0`)
      .join('')
    const starting = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(`${fields}\0`)])
    starting.writeUInt32BE(starting.length - 1, 1)
    const open = () => {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => {})
        asked += 1
        if (asked === 1) return void socket.once('data', () => socket.end(starting))
        const other = connect(Number(behind.port), behind.hostname)
        other.on('error', () => {})
        socket.pipe(other).pipe(socket)
      }).listen(port, '127.0.0.1')
    }
    const said: string[] = []
    const line = (words: string) => {
      said.push(words)
      open()
    }
    try {
      behind.hostname = '127.0.0.1'
      const here = new URL(database.url)
      here.host = `127.0.0.1:${port}`
      await checkOutside(here.href, { line })
      expect(said).toEqual([
        expect.stringMatching(
          /^The database 127\.0\.0\.1:\d+\/arasta does not answer yet: waiting for it, 60 seconds at most\.$/,
        ),
      ])
      expect(asked).toBe(2)
      // One that stays so is refused in words.
      asked = 0
      const stays = createServer(
        (socket) => void socket.on('error', () => {}).once('data', () => socket.end(starting)),
      )
      await new Promise<void>((resolve) => stays.listen(0, '127.0.0.1', resolve))
      here.port = String((stays.address() as { port: number }).port)
      await expect(checkOutside(here.href, silentScreen, 1)).rejects.toThrow(
        /is still starting, or does not let anybody in yet: look at its log/,
      )
      stays.close()
    } finally {
      for (const socket of sockets) socket.destroy()
      server?.close()
      await database.stop()
    }
  })
})
