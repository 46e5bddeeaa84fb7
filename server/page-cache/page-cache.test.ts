import { afterEach, describe, expect, test } from 'vitest'
import { pageOf, promised, startSmallSite, type SmallSite } from './small-site.support.ts'
import type { Rendering } from './page.ts'

let site: SmallSite
afterEach(() => site.stop())

const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]
const seen = async (path = '/list') => titleOf((await site.get(path)).text)

/**
 * Renderings that end when the test says so; what they show is read when they begin, as from a
 * database.
 */
function slowRenderings() {
  const sequence: { path: string; finish(): void }[] = []
  let waiting: { count: number; keep(): void } | undefined
  const shelf: Record<string, string> = {}
  return {
    shelf,
    render: ({ path }: { path: string }): Promise<Rendering> => {
      const page = pageOf(shelf[path] ?? 'nothing', {
        tags: path === '/list' ? [] : [`item:${path.slice(1)}`],
      })
      const { promise, keep } = promised<Rendering>()
      sequence.push({ path, finish: () => keep(page) })
      if (waiting && sequence.length >= waiting.count) waiting.keep()
      return promise
    },
    sequence: async (count: number) => {
      const { promise, keep } = promised()
      waiting = { count, keep: () => keep() }
      if (sequence.length < count) await promise
    },
    finish: (index: number) => sequence[index]!.finish(),
    count: () => sequence.length,
  }
}

describe('many who ask for the same page at once', () => {
  test('wait for one rendering', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'one'
    site = await startSmallSite({ render: slow.render })
    const asked = Array.from({ length: 20 }, () => seen())
    await slow.sequence(1)
    await expect.poll(() => site.cache.stats().misses).toBe(20)
    slow.finish(0)
    expect(await Promise.all(asked)).toEqual(Array(20).fill('one'))
    expect(slow.count()).toBe(1)
  })

  test('get the old page at once while one renderer works, who gets the new one', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'old'
    site = await startSmallSite({ render: slow.render })
    const first = seen()
    await slow.sequence(1)
    slow.finish(0)
    await first
    slow.shelf['/list'] = 'new'
    site.changes.say('market:app')
    const renderer = seen()
    await slow.sequence(2)
    expect(await Promise.all([seen(), seen(), seen()])).toEqual(['old', 'old', 'old'])
    slow.finish(1)
    expect(await renderer).toBe('new')
    expect(await seen()).toBe('new')
    expect(site.cache.stats()).toMatchObject({ stale: 3, misses: 2, hits: 1 })
  })

  test('wait when the old page went out of date too long ago to be shown', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'old'
    site = await startSmallSite({ render: slow.render })
    const first = seen()
    await slow.sequence(1)
    slow.finish(0)
    await first
    slow.shelf['/list'] = 'new'
    site.clock.moveSeconds(121)
    const both = [seen(), seen()]
    await expect.poll(() => site.cache.stats().misses).toBe(3)
    slow.finish(1)
    expect(await Promise.all(both)).toEqual(['new', 'new'])
  })

  test('too many different pages at once: the rest goes the ordinary way', async () => {
    const slow = slowRenderings()
    site = await startSmallSite({ render: slow.render, maxPending: 2 })
    const two = [seen('/a'), seen('/b')]
    await slow.sequence(2)
    expect((await site.get('/c')).text).toMatch(/^ordinary/)
    slow.finish(0)
    slow.finish(1)
    expect(await Promise.all(two)).toEqual(['nothing', 'nothing'])
  })
})

describe('a change', () => {
  test('of a market makes its pages old, of an item the page of that item alone', async () => {
    let version = 1
    site = await startSmallSite({
      render: ({ path }) =>
        Promise.resolve(
          pageOf(`${path} ${version}`, { tags: path === '/list' ? [] : [`item:${path.slice(1)}`] }),
        ),
    })
    const all = () => Promise.all(['/list', '/a', '/b'].map(seen))
    expect(await all()).toEqual(['/list 1', '/a 1', '/b 1'])
    version = 2
    site.changes.say('item:a', 'item:unheard-of')
    expect(await all()).toEqual(['/list 1', '/a 2', '/b 1'])
    version = 3
    site.changes.say('market:theme')
    expect(await all()).toEqual(['/list 1', '/a 2', '/b 1'])
    site.changes.say('market:app')
    expect(await all()).toEqual(['/list 3', '/a 3', '/b 3'])
  })

  test('a page is rendered anew after its time though no change was told', async () => {
    site = await startSmallSite({ maxAgeSeconds: 60 })
    await seen()
    site.clock.moveSeconds(59)
    await seen()
    expect(site.renderings()).toBe(1)
    site.clock.moveSeconds(2)
    await seen()
    expect(site.renderings()).toBe(2)
  })

  test('a page is rendered anew at the moment at which it says that it will be another one', async () => {
    let begun = 0
    site = await startSmallSite({
      maxAgeSeconds: 60,
      render: () => {
        begun += 1
        const until = new Date(site.clock.now().getTime() + 10_000)
        return Promise.resolve(pageOf(`page ${begun}`, { until: begun === 1 ? until : null }))
      },
    })
    expect(await seen()).toBe('page 1')
    site.clock.moveSeconds(9)
    expect(await seen()).toBe('page 1')
    site.clock.moveSeconds(1)
    expect(await seen()).toBe('page 2')
    site.clock.moveSeconds(59)
    expect(await seen()).toBe('page 2')
  })

  test('that comes while a page is being rendered: who asks after it never sees what was read before it', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'before'
    site = await startSmallSite({ render: slow.render })
    const early = seen()
    await slow.sequence(1)
    slow.shelf['/list'] = 'after'
    site.changes.say('market:app')
    const late = seen()
    await slow.sequence(2)
    slow.finish(0)
    expect(await early).toBe('before')
    slow.finish(1)
    expect(await late).toBe('after')
    expect(await seen()).toBe('after')
    expect(slow.count()).toBe(2)
  })

  test('that comes while a page is being rendered: the page is not kept as if it were new', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'before'
    site = await startSmallSite({ render: slow.render })
    const early = seen()
    await slow.sequence(1)
    slow.shelf['/list'] = 'after'
    site.changes.say('market:app')
    slow.finish(0)
    expect(await early).toBe('before')
    const late = seen()
    await slow.sequence(2)
    slow.finish(1)
    expect(await late).toBe('after')
  })

  test('an early rendering that ends late does not take the place of a later one', async () => {
    const slow = slowRenderings()
    slow.shelf['/list'] = 'before'
    site = await startSmallSite({ render: slow.render })
    const early = seen()
    await slow.sequence(1)
    slow.shelf['/list'] = 'after'
    site.changes.say('market:app')
    const late = seen()
    await slow.sequence(2)
    slow.finish(1)
    expect(await late).toBe('after')
    slow.finish(0)
    expect(await early).toBe('before')
    expect(await seen()).toBe('after')
  })

  test('of something else while a page is being rendered does not keep it from being kept', async () => {
    const slow = slowRenderings()
    site = await startSmallSite({ render: slow.render })
    const asked = seen('/a')
    await slow.sequence(1)
    site.changes.say('item:b', 'market:theme')
    slow.finish(0)
    await asked
    await seen('/a')
    expect(site.cache.stats()).toMatchObject({ hits: 1, misses: 1 })
  })
})

describe('while changes cannot be heard', () => {
  test('everything kept is gone, nothing is kept, and every page is rendered for each request', async () => {
    site = await startSmallSite()
    await seen()
    site.changes.hear(false)
    expect(site.cache.stats()).toMatchObject({ entries: 0, bytes: 0, open: false })
    expect((await site.get('/list')).text).toMatch(/^ordinary/)
    expect(site.renderings()).toBe(1)
    site.changes.hear(true)
    expect(await seen()).toBe('/list tr 2')
    expect(await seen()).toBe('/list tr 2')
  })

  test('what was being rendered when the gap came is not kept, not even as an old page', async () => {
    const slow = slowRenderings()
    site = await startSmallSite({ render: slow.render })
    const asked = seen()
    await slow.sequence(1)
    site.changes.hear(false)
    site.changes.hear(true)
    slow.finish(0)
    await asked
    expect(site.cache.stats().entries).toBe(0)
  })
})

describe('memory', () => {
  const incompressible = (bytes: number) =>
    Array.from({ length: bytes / 8 }, () =>
      Math.random().toString(36).slice(2, 10).padEnd(8, '0'),
    ).join('')

  test('never holds more than its bound: who was not asked for longest goes first', async () => {
    const maxBytes = 400_000
    site = await startSmallSite({
      maxBytes,
      render: ({ path }) => Promise.resolve(pageOf(path + incompressible(5_000))),
    })
    for (let index = 0; index < 60; index += 1) {
      await site.get(`/item-${index}`)
      await site.get('/')
      expect(site.cache.stats().bytes).toBeLessThanOrEqual(maxBytes)
    }
    const { entries, hits, bytes } = site.cache.stats()
    expect(entries).toBeGreaterThan(10)
    expect(entries).toBeLessThan(60)
    expect(bytes).toBeGreaterThan(maxBytes / 2)
    expect(hits, 'the page that everybody asks for stays').toBe(59)
    await site.get('/item-59')
    expect(site.cache.stats().hits).toBe(60)
    await site.get('/item-0')
    expect(site.cache.stats().hits).toBe(60)
  })

  test('does not take a page of more than a sixteenth of it', async () => {
    site = await startSmallSite({
      maxBytes: 160_000,
      render: ({ path }) =>
        Promise.resolve(pageOf(incompressible(path === '/big' ? 8_000 : 1_000))),
    })
    await site.get('/big')
    expect(site.cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
    await site.get('/small')
    expect(site.cache.stats().entries).toBe(1)
  })
})
