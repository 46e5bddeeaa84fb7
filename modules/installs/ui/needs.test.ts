import { describe, expect, it } from 'vitest'
import { byNeed, needOf, waitsForOwner } from './needs.ts'

const here = { state: 'installed', is_stopped: false, release_state: 'latest' } as const
const waits = (need: string) => waitsForOwner(need as 'payment')
const nothing = { changed: 0, subscription: null, asks: false, failing: false }
const trial = (trialDaysLeft: number | null, isDue = false) => ({
  ...nothing,
  subscription: { isDue, trialDaysLeft },
})

describe('what an item needs from its owner', () => {
  it('is a payment, then errors, the end of a trial, consent to an update, and last what can wait', () => {
    const old = { ...here, release_state: 'old' } as const
    const all = { ...trial(3, true), changed: 1, asks: true, failing: true }
    expect(needOf(old, all)).toBe('payment')
    expect(needOf(old, { ...all, ...trial(3), failing: true })).toBe('failing')
    expect(needOf(old, { ...all, ...trial(3), failing: false })).toBe('trial')
    expect(needOf(old, { ...nothing, changed: 1, asks: true })).toBe('asks')
    expect(needOf(old, { ...nothing, changed: 1 })).toBe('changed')
    expect(needOf(old, nothing)).toBe('update')
    expect(needOf({ ...old, is_stopped: true }, nothing)).toBe('stopped')
    expect(['payment', 'failing', 'trial', 'asks', 'stopped', 'stuck'].every(waits)).toBe(true)
    expect(['changed', 'update', 'trying', 'moving', 'working', 'paused'].some(waits)).toBe(false)
    expect(needOf(here, nothing)).toBe('working')
  })

  it('is nothing while a trial has more than a week, or while work is in progress', () => {
    expect(needOf(here, trial(8))).toBe('trying')
    expect(needOf({ ...here, state: 'updating' }, trial(1, true))).toBe('moving')
    expect(waitsForOwner('trying')).toBe(false)
    expect(waitsForOwner('trial')).toBe(true)
  })

  it('is a payment for an app that was paused because it is unpaid, and nothing for one that the owner paused', () => {
    expect(needOf({ ...here, state: 'paused' }, trial(null, true))).toBe('payment')
    expect(needOf({ ...here, state: 'paused', release_state: 'old' }, nothing)).toBe('paused')
  })

  it('decides the order of the rows, and equal needs keep theirs', () => {
    expect(
      byNeed([
        { id: 1, need: 'paused' as const },
        { id: 2, need: 'working' as const },
        { id: 3, need: 'payment' as const },
        { id: 4, need: 'working' as const },
      ]).map((row) => row.id),
    ).toEqual([3, 2, 4, 1])
  })
})
