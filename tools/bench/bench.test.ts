import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAsks, misspell } from './asks.ts'
import { catalogueStock } from './catalogue-stock.ts'
import { processMeter, readPsTime } from './cpu.ts'
import { machineLines, wasBusy } from './machine.ts'
import { readOptions } from './options.ts'
import { percentile } from './percentile.ts'
import { readPgbench, scriptOf } from './pgbench.ts'
import { setHeaders } from './probe.ts'
import { findResults, keepResults, type Results } from './results.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'arasta-bench-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the options', () => {
  test('are three sizes and every kind where nothing is said', () => {
    expect(readOptions([])).toMatchObject({ sizes: [1_000, 12_000, 100_000], seconds: 3, connections: 8, compare: undefined, catalogue: undefined })
    expect(readOptions([]).kinds).toHaveLength(7)
  })
  test('name sizes in any order and kinds', () => {
    expect(readOptions(['--sizes', '100000,1_000,1000', '--only', 'detail,list', '--seconds', '0.5'])).toMatchObject({ sizes: [1_000, 100_000], kinds: ['detail', 'list'], seconds: 0.5 })
  })
  test.each([[['--sizes', 'many']], [['--sizes', '5']], [['--only', 'cart']], [['--faster']], [['--seconds', '-1']]])('that make no sense are refused with the way to say it: %j', args => {
    expect(() => readOptions(args)).toThrow(/npm run bench -- \[options\]/)
  })
})

describe('what is asked', () => {
  const known = {
    categories: Array.from({ length: 10 }, (_, index) => ({ slug: `category-${index}`, count: 20 * (10 - index) })), slugs: ['one', 'two'], selectiveWords: ['falguna', 'dosgox'], broadWord: 'ekspres',
  }
  test('are several addresses of each kind, none twice', () => {
    for (const [kind, { api, html }] of Object.entries(makeAsks(known))) {
      expect(new Set(api).size, kind).toBe(api.length)
      expect(new Set(html).size, kind).toBe(html.length)
    }
    expect(makeAsks(known).list.api.length).toBeGreaterThan(30)
  })
  test('are only pages that exist', () => {
    for (const address of makeAsks(known).list.api) {
      const { searchParams } = new URL(address, 'http://x')
      const count = known.categories.find(one => one.slug === searchParams.get('category'))?.count ?? 0
      expect((Number(searchParams.get('page')) - 1) * 24).toBeLessThan(count)
    }
  })
  test('misspells a word by one letter', () => {
    expect(misspell('falguna')).toBe('falyuna')
    expect(misspell('abyba')).toBe('abjba')
  })
})

describe('what is measured', () => {
  test('the 99th percentile is what one in a hundred exceeds', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile([], 0.99)).toBe(0)
  })
  test('processor time is what this process uses, and null for one that is not there', () => {
    const meter = processMeter(process.pid)
    const until = process.cpuUsage().user + 60_000
    while (process.cpuUsage().user < until);
    if (process.platform === 'linux') expect(meter.used()).toBeGreaterThanOrEqual(40)
    expect(processMeter(2 ** 22 + 1).used()).toBeNull()
  })
  test.each([['0:01.50', 1_500], ['1:02:03', 3_723_000], ['2-01:00:00', 176_400_000], ['soon', null]])('ps says %s', (said, milliseconds) => {
    expect(readPsTime(said)).toBe(milliseconds)
  })
  test('the bare server sends the headers that the product set, not those that node:http adds', () => {
    expect(setHeaders({ rawHeaders: ['ETag', '"x"', 'Date', 'today', 'Connection', 'keep-alive', 'Vary', 'cookie'] })).toEqual(['ETag', '"x"', 'Vary', 'cookie'])
  })
  test('a busy machine is said to be one', () => {
    const machine = { processor: 'Abacus', cores: 2, memory: 8, system: 'Linux 6', node: '24.0.0', postgres: '18.4', loadBefore: 1.2 }
    expect(machineLines(machine).join('\n')).toMatch(/WARNING: the machine was busy/)
    expect(wasBusy({ ...machine, loadBefore: 0.2 })).toBe(false)
    expect(wasBusy({ ...machine, loadBefore: null })).toBe(false)
  })
})

describe('pgbench', () => {
  test('gets a statement with its values as variables, so that it is parsed once', () => {
    const { text, variables } = scriptOf([{ text: 'select card\n  -- not all of it\n  from x where a = $1::text and b = any ($2::text[]) limit $11', values: ['q', ['a b', 'c"d'], ...Array.from({ length: 8 }, () => 0), 24] }], 'r0')
    expect(text).toBe('select card from x where a = :r0_0_1::text and b = any (:r0_0_2::text[]) limit :r0_0_11;\n')
    expect(variables).toMatchObject({ r0_0_1: 'q', r0_0_2: '{"a b","c\\"d"}', r0_0_11: '24' })
  })
  test('is read, and what is no report of it is not', () => {
    expect(readPgbench('number of transactions actually processed: 4711\nlatency average = 1.234 ms\ntps = 2355.5 (without initial connection time)')).toEqual({ turns: 4711, perSecond: 2355.5, mean: 1.234 })
    expect(readPgbench('FATAL: too many clients')).toBeNull()
  })
})

describe('kept results', () => {
  const results: Results = {
    format: 1, at: '2026-11-21T10:00:00.000Z', machine: { processor: 'Abacus', cores: 2, memory: 8, system: 'Linux 6', node: '24.0.0', postgres: '18.4', loadBefore: null },
    settings: {}, stock: 'demo', connections: 8, seconds: 3, seed: 1, databaseTool: 'pgbench', markets: [], measures: [],
  }
  test('are found again by their path and as the last ones', () => {
    keepResults(folder, { ...results, at: '2026-11-20T10:00:00.000Z' })
    const path = keepResults(folder, results)
    expect(findResults(folder, 'last').results).toEqual(results)
    expect(findResults(folder, path).path).toBe(path)
  })
  test('that are none are refused in one line', () => {
    writeFileSync(join(folder, 'x.json'), '{"format":2}')
    expect(() => findResults(folder, join(folder, 'x.json'))).toThrow(/holds no results/)
    expect(() => findResults(folder, 'last')).toThrow(/no earlier results/)
  })
})

describe('a catalogue that is given', () => {
  const lines = (...all: object[]) => all.map(one => JSON.stringify(one)).join('\n')
  test('is multiplied with its own texts, prices and categories', async () => {
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ format: 1, source: 'shelves', market: 'app', language: 'en', currency: 'USD', default_partner: { name: 'Somebody' } }))
    writeFileSync(join(folder, 'categories.jsonl'), lines({ id: 'c1', name: 'Stock and supply' }, { id: 'c2', name: 'Marketing' }))
    writeFileSync(join(folder, 'items.jsonl'), lines({ id: 'i1', title: 'Counter', categories: ['c2', 'nowhere'] }, { id: 'i2', title: 'Gone', status: 'unpublished' }))
    writeFileSync(join(folder, 'texts.jsonl'), lines({ item: 'i1', locale: 'en', title: 'Counter', tagline: 'Counts.', description: ['All of it.'] }))
    writeFileSync(join(folder, 'plans.jsonl'), lines({ item: 'i1', kind: 'recurring', price_minor: 900, period: 'month' }))
    const stock = await catalogueStock(folder)
    expect(stock.categories.map(one => one.slug)).toEqual(['stock-and-supply', 'marketing'])
    expect(stock.items).toEqual([{
      texts: [{ locale: 'en', name: 'Counter', tagline: 'Counts.', description: ['All of it.'], features: [] }],
      price: { kind: 'recurring', period: 'month', amountMinor: 900, currency: 'USD' }, categories: [1], facts: {},
    }])
  })
  test('that is no catalogue is refused with where its form is described', async () => {
    await expect(catalogueStock(folder)).rejects.toThrow(/no catalogue in the import format/)
  })
})
