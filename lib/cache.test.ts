import { describe, expect, test } from 'vitest'
import { noCache, processCache } from './cache.ts'

const counting = () => {
  let times = 0
  return {
    load: async () => (times += 1),
    get times() {
      return times
    },
  }
}

describe('the in-process cache', () => {
  test('loads a value once, also for concurrent callers, until one of its tags changes', async () => {
    const cache = processCache()
    cache.setTrusted(true)
    const source = counting()
    const ask = () => cache.getOrLoad('k', ['market:app', 'platform:1'], source.load)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    cache.invalidate(['market:theme'])
    expect(await ask()).toBe(1)
    cache.invalidate(['platform:1'])
    expect(await ask()).toBe(2)
    cache.invalidate(['all'])
    expect(await ask()).toBe(3)
  })

  test('is off while changes cannot be notified, and starts empty afterwards', async () => {
    const cache = processCache()
    const source = counting()
    const ask = () => cache.getOrLoad('k', ['a'], source.load)
    expect([await ask(), await ask()]).toEqual([1, 2])
    cache.setTrusted(true)
    expect([await ask(), await ask()]).toEqual([3, 3])
    cache.setTrusted(false)
    expect(await ask()).toBe(4)
    cache.setTrusted(true)
    expect(await ask()).toBe(5)
  })

  test('does not cache a failure, nor a value that a change overtook', async () => {
    const cache = processCache()
    cache.setTrusted(true)
    await expect(
      cache.getOrLoad('k', ['a'], async () => {
        throw new Error('down')
      }),
    ).rejects.toThrow('down')
    expect(await cache.getOrLoad('k', ['a'], async () => 'up')).toBe('up')
    cache.invalidate(['a'])
    let answer = (_: string) => {}
    const slow = cache.getOrLoad(
      'k',
      ['a'],
      () =>
        new Promise<string>((resolve) => {
          answer = resolve
        }),
    )
    cache.invalidate(['a'])
    answer('old')
    expect(await slow).toBe('old')
    expect(await cache.getOrLoad('k', ['a'], async () => 'new')).toBe('new')
  })

  test('keeps no more entries than it may, the last used ones', async () => {
    const cache = processCache(2)
    cache.setTrusted(true)
    const [a, b, c] = [counting(), counting(), counting()]
    const get = (key: string, { load }: typeof a) => cache.getOrLoad(key, [], load)
    await get('a', a)
    await get('b', b)
    await get('a', a)
    await get('c', c)
    expect([await get('a', a), await get('c', c), await get('b', b)]).toEqual([1, 1, 2])
  })

  test('noCache caches nothing', async () => {
    const source = counting()
    expect([
      await noCache.getOrLoad('k', [], source.load),
      await noCache.getOrLoad('k', [], source.load),
    ]).toEqual([1, 2])
  })
})
