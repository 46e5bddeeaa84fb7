import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeRequests, misspell } from './requests.ts'
import { catalogueStock } from './catalogue-stock.ts'
import { processMeter, readPsTime } from './cpu.ts'
import { machineLines, isBusy } from './machine.ts'
import { readOptions } from './options.ts'
import { percentile } from './percentile.ts'
import { readPgbench, scriptOf } from './pgbench.ts'
import { setHeaders } from './http-probe.ts'
import { findResults, storeResults, type Results } from './results.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arasta-bench-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the options', () => {
  test('default to three sizes and all kinds', () => {
    expect(readOptions([])).toMatchObject({
      sizes: [1_000, 12_000, 100_000],
      seconds: 3,
      connections: 8,
      compare: undefined,
      catalogue: undefined,
    })
    expect(readOptions([]).kinds).toHaveLength(7)
  })
  test('accept sizes in any order, and kinds', () => {
    expect(
      readOptions(['--sizes', '100000,1_000,1000', '--only', 'detail,list', '--seconds', '0.5']),
    ).toMatchObject({ sizes: [1_000, 100_000], kinds: ['detail', 'list'], seconds: 0.5 })
  })
  test.each([
    [['--sizes', 'many']],
    [['--sizes', '5']],
    [['--only', 'cart']],
    [['--faster']],
    [['--seconds', '-1']],
  ])('reject invalid values with a usage hint: %j', (args) => {
    expect(() => readOptions(args)).toThrow(/npm run bench -- \[options\]/)
  })
})

describe('benchmark requests', () => {
  const known = {
    categories: Array.from({ length: 10 }, (_, index) => ({
      slug: `category-${index}`,
      count: 20 * (10 - index),
    })),
    slugs: ['one', 'two'],
    selectiveWords: ['falguna', 'dosgox'],
    broadWord: 'ekspres',
  }
  test('cover several distinct addresses of each kind', () => {
    for (const [kind, { api, html }] of Object.entries(makeRequests(known))) {
      expect(new Set(api).size, kind).toBe(api.length)
      expect(new Set(html).size, kind).toBe(html.length)
    }
    expect(makeRequests(known).list.api.length).toBeGreaterThan(30)
  })
  test('name existing pages only', () => {
    for (const address of makeRequests(known).list.api) {
      const { searchParams } = new URL(address, 'http://x')
      const count =
        known.categories.find((one) => one.slug === searchParams.get('category'))?.count ?? 0
      expect((Number(searchParams.get('page')) - 1) * 24).toBeLessThan(count)
    }
  })
  test('misspells a word by one letter', () => {
    expect(misspell('falguna')).toBe('falyuna')
    expect(misspell('abyba')).toBe('abjba')
  })
})

describe('measurements', () => {
  test('the 99th percentile is exceeded by one in a hundred', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile([], 0.99)).toBe(0)
  })
  test('processor time covers this process; null for a process that does not exist', () => {
    const meter = processMeter(process.pid)
    const until = process.cpuUsage().user + 60_000
    while (process.cpuUsage().user < until);
    if (process.platform === 'linux') expect(meter.used()).toBeGreaterThanOrEqual(40)
    expect(processMeter(2 ** 22 + 1).used()).toBeNull()
  })
  test.each([
    ['0:01.50', 1_500],
    ['1:02:03', 3_723_000],
    ['2-01:00:00', 176_400_000],
    ['soon', null],
  ])('parses the time %s of ps', (said, milliseconds) => {
    expect(readPsTime(said)).toBe(milliseconds)
  })
  test('the bare server sends the headers of the product, without the defaults of node:http', () => {
    expect(
      setHeaders({
        rawHeaders: ['ETag', '"x"', 'Date', 'today', 'Connection', 'keep-alive', 'Vary', 'cookie'],
      }),
    ).toEqual(['ETag', '"x"', 'Vary', 'cookie'])
  })
  test('a busy machine is reported', () => {
    const machine = {
      processor: 'Abacus',
      cores: 2,
      memory: 8,
      system: 'Linux 6',
      node: '24.0.0',
      postgres: '18.4',
      loadBefore: 1.2,
    }
    expect(machineLines(machine).join('\n')).toMatch(/WARNING: the machine was busy/)
    expect(isBusy({ ...machine, loadBefore: 0.2 })).toBe(false)
    expect(isBusy({ ...machine, loadBefore: null })).toBe(false)
  })
})

describe('pgbench', () => {
  test('receives statements with their values as variables, so that each is parsed once', () => {
    const { text, variables } = scriptOf(
      [
        {
          text: 'select card\n  -- not all of it\n  from x where a = $1::text and b = any ($2::text[]) limit $11',
          values: ['q', ['a b', 'c"d'], ...Array.from({ length: 8 }, () => 0), 24],
        },
      ],
      'r0',
    )
    expect(text).toBe(
      'select card from x where a = :r0_0_1::text and b = any (:r0_0_2::text[]) limit :r0_0_11;\n',
    )
    expect(variables).toMatchObject({ r0_0_1: 'q', r0_0_2: '{"a b","c\\"d"}', r0_0_11: '24' })
  })
  test('output is parsed; anything else is rejected', () => {
    expect(
      readPgbench(
        'number of transactions actually processed: 4711\nlatency average = 1.234 ms\ntps = 2355.5 (without initial connection time)',
      ),
    ).toEqual({ turns: 4711, perSecond: 2355.5, mean: 1.234 })
    expect(readPgbench('FATAL: too many clients')).toBeNull()
  })
})

describe('stored results', () => {
  const results: Results = {
    format: 2,
    at: '2026-11-21T10:00:00.000Z',
    commit: '0a1b2c3d4e',
    machine: {
      processor: 'Abacus',
      cores: 2,
      memory: 8,
      system: 'Linux 6',
      node: '24.0.0',
      postgres: '18.4',
      loadBefore: null,
    },
    settings: {},
    stock: 'demo',
    connections: 8,
    seconds: 3,
    rounds: 3,
    seed: 1,
    databaseTool: 'pgbench',
    markets: [],
    measures: [],
  }
  test('are found by path, by commit and as the latest', () => {
    storeResults(folder, { ...results, at: '2026-11-20T10:00:00.000Z' })
    const path = storeResults(folder, results)
    expect(findResults(folder, 'last').results).toEqual(results)
    expect(findResults(folder, path).path).toBe(path)
    storeResults(folder, { ...results, at: '2026-11-22T10:00:00.000Z', commit: 'fff0000000' })
    expect(findResults(folder, '0a1b2c').path).toBe(path)
  })
  test('that are invalid are rejected in one line', () => {
    writeFileSync(join(folder, 'x.json'), '{"format":2}')
    expect(() => findResults(folder, join(folder, 'x.json'))).toThrow(/holds no results/)
    expect(() => findResults(folder, 'last')).toThrow(/no earlier results/)
  })
})

describe('a given catalogue', () => {
  const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n')
  test('is multiplied with its own texts, prices and categories', async () => {
    writeFileSync(
      join(folder, 'catalogue.json'),
      JSON.stringify({
        format: 1,
        source: 'shelves',
        market: 'app',
        language: 'en',
        currency: 'USD',
        default_partner: { name: 'Somebody' },
      }),
    )
    writeFileSync(
      join(folder, 'categories.jsonl'),
      lines({ id: 'c1', name: 'Stock and supply' }, { id: 'c2', name: 'Marketing' }),
    )
    writeFileSync(
      join(folder, 'items.jsonl'),
      lines(
        { id: 'i1', title: 'Counter', categories: ['c2', 'nowhere'] },
        { id: 'i2', title: 'Gone', status: 'unpublished' },
      ),
    )
    writeFileSync(
      join(folder, 'texts.jsonl'),
      lines({
        item: 'i1',
        locale: 'en',
        title: 'Counter',
        tagline: 'Counts.',
        description: ['All of it.'],
      }),
    )
    writeFileSync(
      join(folder, 'plans.jsonl'),
      lines({ item: 'i1', kind: 'recurring', price_minor: 900, period: 'month' }),
    )
    const stock = await catalogueStock(folder)
    expect(stock.categories.map((one) => one.slug)).toEqual(['stock-and-supply', 'marketing'])
    expect(stock.items).toEqual([
      {
        texts: [
          {
            locale: 'en',
            name: 'Counter',
            tagline: 'Counts.',
            description: ['All of it.'],
            features: [],
          },
        ],
        price: { kind: 'recurring', period: 'month', amountMinor: 900, currency: 'USD' },
        categories: [1],
        facts: {},
      },
    ])
  })
  test('is rejected if it has another format, with a link to the format', async () => {
    await expect(catalogueStock(folder)).rejects.toThrow(/no catalogue in the import format/)
  })
})
