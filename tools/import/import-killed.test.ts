import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CATALOGUE, contentOf, emptyMarket, writeCatalogue, type Market } from './import.support.ts'

const COUNT = 1200
const all = <T>(make: (at: number) => T): T[] => Array.from({ length: COUNT }, (_, at) => make(at))

let interrupted: Market
let whole: Market
let catalogue: Awaited<ReturnType<typeof writeCatalogue>>
let dataFolder: string
beforeAll(async () => {
  interrupted = await emptyMarket()
  whole = await emptyMarket()
  dataFolder = await mkdtemp(join(tmpdir(), 'import-data-'))
  catalogue = await writeCatalogue({
    'catalogue.json': { ...CATALOGUE, taken_on: '2024' },
    'partners.jsonl': [{ id: 'p', name: 'Ada' }],
    'categories.jsonl': [{ id: 'c', name: 'Marketing' }],
    // Titles repeat, so that slugs depend on who came first.
    'items.jsonl': all((at) => ({
      id: `i${at}`,
      title: `Item ${at % 900}`,
      partner: 'p',
      categories: ['c'],
    })),
    'texts.jsonl': all((at) => ({
      item: `i${at}`,
      locale: 'en',
      title: `Item ${at % 900}`,
      tagline: 'A tagline of some words',
      description: ['Lorem ipsum dolor. '.repeat(20).trim()],
    })),
    'plans.jsonl': all((at) => ({ item: `i${at}`, kind: 'one_time', price_minor: at + 1 })),
    'releases.jsonl': all((at) =>
      [1, 2, 3].map((minor) => ({ item: `i${at}`, version: `1.${minor}.0`, downloads: at })),
    ).flat(),
    'ratings.jsonl': all((at) =>
      [1, 2, 3].map((stars) => ({ item: `i${at}`, rater: `r${stars}`, stars })),
    ).flat(),
  })
})
afterAll(async () => {
  await Promise.all([interrupted.stop(), whole.stop(), catalogue.remove()])
  await rm(dataFolder, { recursive: true, force: true })
})

const countItems = async (market: Market): Promise<number> =>
  Number(
    (
      await market.db
        .selectFrom('items')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

function startCommand() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../launch/import-command.ts'), catalogue.path],
    {
      env: { ...process.env, DATABASE_URL: interrupted.url, ARASTA_DATA: dataFolder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      words += String(chunk)
    })
  return { child, words: () => words }
}

test('an import killed half way and run again has the result of an uninterrupted one (D15)', async () => {
  const first = startCommand()
  const ended = once(first.child, 'exit')
  await vi.waitFor(async () => expect(await countItems(interrupted)).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 10,
  })
  first.child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await countItems(interrupted)).toBeLessThan(COUNT)

  const second = startCommand()
  expect(await once(second.child, 'exit'), second.words()).toEqual([0, null])
  expect(second.words()).toMatch(/street: [\d,]+ new, 0 changed, [1-9][\d,]* unchanged/)
  expect(await countItems(interrupted)).toBe(COUNT)
  expect(await whole.import(catalogue.path)).toMatchObject({ new: COUNT })
  const [one, other] = [await contentOf(interrupted.db), await contentOf(whole.db)]
  expect(one.length).toBeGreaterThan(COUNT * 10)
  expect(one).toEqual(other)
})
