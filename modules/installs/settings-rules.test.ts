import { describe, expect, it } from 'vitest'
import { changedNames, describeChanges, undoUntil, withoutChange } from './settings-rules.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const change = {
  before: { threshold: 1000, colour: 'success' },
  after: { threshold: 1200, colour: 'success' },
  releaseId: 'rel_1',
  finishedAt: daysAgo(1),
}
const live = (answers: Record<string, string | number | boolean>, releaseId = 'rel_1') => ({
  releaseId,
  answers,
})

describe('settings edited in place', () => {
  it('tell a cleared text from a given one, but not from one that was never given', () => {
    expect(changedNames(['a', 'b'], { a: '' }, { b: 'x' })).toEqual(['b'])
    expect(changedNames(['a'], { a: 0 }, {})).toEqual(['a'])
  })

  it('describe a change by the names of its choices, in the order of the form', () => {
    const fields = [
      { name: 'keep', type: 'boolean' as const, title: 'Keep', choices: null },
      {
        name: 'colour',
        type: 'string' as const,
        title: 'Colour',
        choices: [
          { value: 'success', label: 'Green' },
          { value: 'primary', label: 'Theme' },
        ],
      },
      { name: 'threshold', type: 'integer' as const, title: 'From', choices: null },
    ]
    expect(
      describeChanges(
        fields,
        { colour: 'success', threshold: 5, keep: true },
        { colour: 'primary', keep: false },
        { yes: 'yes', no: 'no' },
      ),
    ).toEqual([
      { name: 'keep', title: 'Keep', now: 'yes', after: 'no' },
      { name: 'colour', title: 'Colour', now: 'Green', after: 'Theme' },
      { name: 'threshold', title: 'From', now: '5', after: null },
    ])
  })

  it('can be undone for 30 days, on the same version, until an answer changes again', () => {
    expect(undoUntil(change, live(change.after), NOW)).toEqual(
      new Date(daysAgo(1).getTime() + 30 * 86_400_000),
    )
    expect(undoUntil({ ...change, finishedAt: daysAgo(30) }, live(change.after), NOW)).toBeNull()
    expect(undoUntil(change, live(change.after, 'rel_2'), NOW)).toBeNull()
    expect(undoUntil(change, live({ ...change.after, threshold: 5 }), NOW)).toBeNull()
    expect(undoUntil(change, live({ ...change.after, colour: 'primary' }), NOW)).not.toBeNull()
  })

  it('keep later changes of other answers when one is undone', () => {
    expect(withoutChange({ threshold: 1200, colour: 'primary' }, change)).toEqual({
      threshold: 1000,
      colour: 'primary',
    })
    expect(
      withoutChange({ threshold: 1200 }, { ...change, before: {}, after: { threshold: 1200 } }),
    ).toEqual({})
  })
})
