import { describe, expect, it } from 'vitest'
import type { Installation, PlanChange } from '../contract.ts'
import {
  atOrderSteps,
  changesMade,
  choicesOf,
  isImpossible,
  isMoving,
  neededPermissions,
  stageOf,
} from './plan-facts.ts'

const change = (key: string, more: Partial<PlanChange> = {}): PlanChange => ({
  key,
  kind: 'design_block',
  permission: 'design_block',
  placement: 1004,
  title: key,
  summary: '',
  required: false,
  supported: true,
  order_step: false,
  now: '',
  before: '',
  after: '',
  detail: '',
  ...more,
})
const run = (kind: 'install' | 'uninstall' | 'undo') => ({ kind }) as Installation['run']

it('S3.8 requires consent for order pages unless the part for them is left out', () => {
  const changes = [
    change('shelf'),
    change('thanks', { placement: 100102, order_step: true }),
    change('measure', {
      placement: 100101,
      order_step: true,
      permission: 'tracking_code',
      required: true,
    }),
  ]
  expect(atOrderSteps(changes, new Set()).map((one) => one.key)).toEqual(['thanks', 'measure'])
  expect(atOrderSteps(changes, new Set(['design_block'])).map((one) => one.key)).toEqual([
    'measure',
  ])
  expect(
    atOrderSteps([changes[1]!, { ...changes[2]!, supported: false }], new Set(['design_block'])),
  ).toEqual([])
})

describe('the plan before consent', () => {
  const changes = [
    change('calendar'),
    change('chosen day', { placement: 1054 }),
    change('measure', { kind: 'tracking_code', permission: 'tracking_code', required: true }),
    change('celebration', { supported: false }),
  ]

  it('has one switch per permission, which the dependent rows follow', () => {
    expect(choicesOf(changes)).toEqual([
      { kind: 'decides', permission: 'design_block' },
      { kind: 'follows', permission: 'design_block', number: 1 },
      { kind: 'needed' },
      { kind: 'unsupported' },
    ])
  })

  it('counts only what will be executed', () => {
    expect(changesMade(changes, new Set()).map((one) => one.key)).toEqual([
      'calendar',
      'chosen day',
      'measure',
    ])
    expect(
      changesMade(changes, new Set(['design_block', 'tracking_code'])).map((one) => one.key),
    ).toEqual(['measure'])
  })

  it('cannot be executed where the store lacks a slot that the item needs', () => {
    expect(isImpossible(changes)).toBe(false)
    expect(isImpossible([change('banner', { required: true, supported: false })])).toBe(true)
  })

  it('requests no named permission for a theme', () => {
    expect(neededPermissions(changes)).toEqual(['tracking_code'])
    expect(neededPermissions([change('theme', { kind: 'theme', required: true })])).toEqual([])
  })
})

describe('the status of an installation', () => {
  it('follows its state and its running run', () => {
    expect(stageOf(null)).toBe('plan')
    expect(stageOf({ state: 'installing', run: run('install') })).toBe('running')
    expect(stageOf({ state: 'installed', run: run('install') })).toBe('installed')
    expect(stageOf({ state: 'uninstalling', run: run('undo') })).toBe('taking-back')
    expect(stageOf({ state: 'uninstalled', run: run('undo') })).toBe('taken-back')
    expect(stageOf({ state: 'uninstalling', run: run('uninstall') })).toBe('removing')
    expect(stageOf({ state: 'uninstalled', run: run('uninstall') })).toBe('removed')
    expect(stageOf({ state: 'needs_action', run: run('uninstall') })).toBe('stuck')
  })

  it('is polled only while a run is active', () => {
    expect(
      ['running', 'taking-back', 'removing'].every((stage) => isMoving(stage as 'running')),
    ).toBe(true)
    expect(
      ['plan', 'installed', 'taken-back', 'removed', 'stuck'].some((stage) =>
        isMoving(stage as 'plan'),
      ),
    ).toBe(false)
  })
})
