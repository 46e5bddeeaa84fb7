import { describe, expect, test } from 'vitest'
import { type AppManifest, appManifest } from '#modules/catalog/packages/manifest.ts'
import { type PlannedChange, planChanges } from './rules.ts'
import { type StandingEffect, differencesOf, grantedAfter, growthOf } from './update-plan.ts'

const words = { en: 'x' }
type Permission = { code: 'tracking_code' | 'design_block' | 'web_service_user'; required: boolean }

function app({
  permissions,
  blocks = [],
  codes = [],
  scopes,
}: {
  permissions: Permission[]
  blocks?: [string, number][]
  codes?: [string, number][]
  scopes?: string[]
}): AppManifest {
  const part = ([id, placement]: [string, number]) => ({
    id,
    placement,
    title: words,
    summary: words,
    html: `<p>${id}</p>`,
  })
  return appManifest.parse({
    format: 1,
    kind: 'app',
    prefix: 'thing',
    version: '1.0.0',
    name: words,
    compatibility: { platforms: { '1': '*' } },
    permissions: permissions.map((one) => ({ ...one, reason: words })),
    design_blocks: blocks.map(part),
    tracking_codes: codes.map(part),
    ...(scopes && { web_service_user: { title: words, summary: words, scopes } }),
    inputs: { type: 'object', properties: {}, required: [] },
  })
}

const needed = (code: Permission['code']): Permission => ({ code, required: true })
const optional = (code: Permission['code']): Permission => ({ code, required: false })

describe('a permission grows (D12)', () => {
  const before = app({ permissions: [needed('tracking_code')], codes: [['a', 3]] })

  test('when it is new, on more pages, or with more rights; the same again is no growth', () => {
    expect(growthOf(before, before, ['tracking_code'])).toEqual([])
    expect(
      growthOf(
        before,
        app({
          permissions: [needed('tracking_code'), optional('design_block')],
          codes: [['a', 3]],
          blocks: [['b', 1004]],
        }),
        ['tracking_code'],
      ),
    ).toEqual([
      { code: 'design_block', required: false, isNew: true, slots: ['placement:1004'], scopes: [] },
    ])
    expect(
      growthOf(
        before,
        app({
          permissions: [needed('tracking_code')],
          codes: [
            ['a', 3],
            ['c', 100101],
          ],
        }),
        ['tracking_code'],
      ),
    ).toMatchObject([{ code: 'tracking_code', isNew: false, slots: ['placement:100101'] }])
    const user = (scopes: string[]) => app({ permissions: [needed('web_service_user')], scopes })
    expect(
      growthOf(user(['orders.read']), user(['orders.read', 'orders.note']), ['web_service_user']),
    ).toMatchObject([{ code: 'web_service_user', scopes: ['orders.note'] }])
    expect(
      growthOf(user(['orders.read', 'orders.note']), user(['orders.read']), ['web_service_user']),
    ).toEqual([])
  })

  test('when it becomes required and was refused', () => {
    const old = app({ permissions: [optional('design_block')], blocks: [['b', 3]] })
    const now = app({ permissions: [needed('design_block')], blocks: [['b', 3]] })
    expect(growthOf(old, now, [])).toMatchObject([{ code: 'design_block', required: true }])
    expect(growthOf(old, now, ['design_block'])).toEqual([])
  })

  test('and only approved ones are granted; refused ones stay refused', () => {
    const after = app({
      permissions: [needed('tracking_code'), optional('design_block')],
      codes: [['a', 3]],
      blocks: [['b', 1004]],
    })
    const growth = growthOf(before, after, ['tracking_code'])
    expect(grantedAfter(after, ['tracking_code'], growth, [])).toEqual(['tracking_code'])
    expect(grantedAfter(after, ['tracking_code'], growth, ['design_block'])).toEqual([
      'tracking_code',
      'design_block',
    ])
    expect(
      grantedAfter(after, ['tracking_code'], growthOf(after, after, ['tracking_code']), []),
    ).toEqual(['tracking_code'])
  })
})

describe('what an update does to effects on the store', () => {
  const standing = (change: PlannedChange, more: Partial<StandingEffect> = {}): StandingEffect => ({
    id: `eff_${change.key}`,
    kind: change.kind,
    slot: change.slot,
    key: change.key,
    package: 'old',
    content: change.content,
    ...more,
  })
  const whats = (rows: ReturnType<typeof differencesOf>) =>
    rows.map((row) => `${row.what} ${'change' in row ? row.change.key : row.effect.key}`)
  const old = planChanges(
    app({
      permissions: [needed('design_block'), needed('web_service_user')],
      blocks: [
        ['a', 3],
        ['b', 1004],
      ],
      scopes: ['orders.read'],
    }),
    {},
  )

  test('the same part of another package is replaced in place; the same rights keep their secret', () => {
    expect(
      whats(
        differencesOf(
          old.map((change) => standing(change)),
          old,
          'new',
        ),
      ),
    ).toEqual(['changed design_block:a', 'changed design_block:b', 'kept web_service_user'])
  })

  test('a moved part is removed and added; parts that no longer exist are removed', () => {
    const now = planChanges(
      app({
        permissions: [needed('design_block')],
        blocks: [
          ['a', 1003],
          ['c', 3],
        ],
      }),
      {},
    )
    expect(
      whats(
        differencesOf(
          old.map((change) => standing(change)),
          now,
          'new',
        ),
      ).sort(),
    ).toEqual([
      'added design_block:a',
      'added design_block:c',
      'removed design_block:a',
      'removed design_block:b',
      'removed web_service_user',
    ])
  })

  test('rows from before the key column are found by their slot', () => {
    expect(
      whats(
        differencesOf(
          old.map((change) => standing(change, { key: null })),
          old,
          'new',
        ),
      ).map((row) => row.split(' ')[0]),
    ).toEqual(['changed', 'changed', 'kept'])
  })
})
