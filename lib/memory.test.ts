import { describe, expect, test } from 'vitest'
import { noMemory, processMemory } from './memory.ts'

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
    const memory = processMemory()
    memory.setTrusted(true)
    const source = counting()
    const ask = () => memory.recall('k', ['market:app', 'platform:1'], source.load)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    memory.forget(['market:theme'])
    expect(await ask()).toBe(1)
    memory.forget(['platform:1'])
    expect(await ask()).toBe(2)
    memory.forget(['all'])
    expect(await ask()).toBe(3)
  })

  test('is off while changes cannot be notified, and starts empty afterwards', async () => {
    const memory = processMemory()
    const source = counting()
    const ask = () => memory.recall('k', ['a'], source.load)
    expect([await ask(), await ask()]).toEqual([1, 2])
    memory.setTrusted(true)
    expect([await ask(), await ask()]).toEqual([3, 3])
    memory.setTrusted(false)
    expect(await ask()).toBe(4)
    memory.setTrusted(true)
    expect(await ask()).toBe(5)
  })

  test('does not cache a failure, nor a value that a change overtook', async () => {
    const memory = processMemory()
    memory.setTrusted(true)
    await expect(
      memory.recall('k', ['a'], async () => {
        throw new Error('down')
      }),
    ).rejects.toThrow('down')
    expect(await memory.recall('k', ['a'], async () => 'up')).toBe('up')
    memory.forget(['a'])
    let answer = (_: string) => {}
    const slow = memory.recall(
      'k',
      ['a'],
      () =>
        new Promise<string>((resolve) => {
          answer = resolve
        }),
    )
    memory.forget(['a'])
    answer('old')
    expect(await slow).toBe('old')
    expect(await memory.recall('k', ['a'], async () => 'new')).toBe('new')
  })

  test('noMemory caches nothing', async () => {
    const source = counting()
    expect([
      await noMemory.recall('k', [], source.load),
      await noMemory.recall('k', [], source.load),
    ]).toEqual([1, 2])
  })
})
