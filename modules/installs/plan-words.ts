import type { Text } from '#lib/locale.ts'
import { isOrderStep } from '#lib/market.ts'
import type { Ctx } from '#kernel/context.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import type { StoreState } from '#modules/stores/platforms/public.ts'
import type { PlanChange, UpdateChange } from './contract.ts'
import {
  isSupported,
  placementOf,
  planChanges,
  textOf,
  USERS,
  type PlannedChange,
} from './rules.ts'
import { filesOf, scopesOf, sourceLines } from './source-lines.ts'
import { scopeName } from './ui/ask-words.ts'
import type { UpdatePlan } from './update-plan.ts'
import type { Difference, StandingEffect } from './update-rules.ts'

/**
 * The plan as its reader sees it: where, what is there now, what will be there after, in words and
 * as source.
 */

/** What a store can take: its slots, and users where it has web services for them. */
export const slotsOf = (state: StoreState): Set<string> =>
  new Set([
    ...state.slots.map((slot) => slot.slot),
    ...(state.takes_users === false ? [] : [USERS]),
  ])

/** Keeps its order in a line of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * What else stands on the store; `themeName`: the name of the theme that it shows, for the reader.
 */
export interface Around {
  state: StoreState
  themeName: string
}

/** One row of the plan. `before`: of its own, what stands there now. */
export function presentChange(
  ctx: Ctx,
  change: PlannedChange,
  release: ReleaseFacts,
  { state, themeName }: Around,
  before: StandingEffect | null = null,
): PlanChange {
  const slot = state.slots.find((one) => one.slot === change.slot)
  const layers = slot?.layers.length ?? 0
  return {
    key: change.key,
    kind: change.kind,
    permission: change.permission,
    placement: change.placement,
    title: textOf(change.title, ctx.locale),
    summary: textOf(change.summary, ctx.locale),
    required: change.required,
    supported: isSupported(change, slotsOf(state)),
    order_step: change.placement !== null && isOrderStep(change.placement),
    now: nowWords(ctx, change, slot?.layers.length ? themeName : null, layers),
    after: afterWords(ctx, change),
    before: before ? sourceOfEffect(before) : '',
    detail: sourceLines(change.kind, change.content, {
      package: release.sha256,
      files: change.files,
    }),
  }
}

export const sourceOfEffect = (effect: StandingEffect): string =>
  sourceLines(effect.kind, effect.content, { package: effect.package, files: filesOf(effect) })

function afterWords(ctx: Ctx, change: PlannedChange): string {
  if (change.kind === 'web_service_user')
    return ctx.t('installs.after.user', {
      scopes: scopesOf(change.content)
        .map((scope) => scopeName(scope, ctx.t))
        .join(', '),
    })
  return change.kind === 'theme' ? ctx.t('installs.after.theme') : ctx.t('installs.after.part')
}

function nowWords(ctx: Ctx, change: PlannedChange, theme: string | null, layers: number): string {
  if (change.kind === 'web_service_user') return ctx.t('installs.now.no_access')
  if (change.kind === 'theme')
    return theme === null
      ? ctx.t('installs.now.own_theme')
      : ctx.t('installs.now.other_theme', { theme: isolated(theme) })
  return layers === 0
    ? ctx.t('installs.now.empty')
    : ctx.t('installs.now.layers', { count: layers })
}

/** A row of an update's plan; what goes is described by the old release's own plan. */
export function presentDifference(
  ctx: Ctx,
  difference: Difference,
  plan: UpdatePlan,
  titles: ReadonlyMap<string, Text>,
  around: Around,
): UpdateChange {
  if (difference.what === 'added')
    return { ...presentChange(ctx, difference.change, plan.to, around), what: 'added', rules: null }
  const versions = { from: isolated(plan.from.version), to: isolated(plan.to.version) }
  const { effect } = difference
  if (difference.what !== 'removed') {
    const row = presentChange(ctx, difference.change, plan.to, around, effect)
    const kept = difference.what === 'kept'
    const words = effect.theirs
      ? ctx.t('installs.after.theirs')
      : kept
        ? ctx.t('installs.after.kept')
        : ctx.t('installs.after.version', versions)
    return {
      ...row,
      rules: null,
      what: difference.what,
      now: ctx.t('installs.now.version', versions),
      after: words,
      ...(kept && { detail: row.before }),
    }
  }
  const before = planChanges(plan.from.manifest, {}).find(
    (change) =>
      change.kind === effect.kind &&
      change.slot === effect.slot &&
      (effect.key === null || change.key === effect.key),
  )
  return {
    what: 'removed',
    rules: null,
    key: `${effect.key ?? effect.kind}:${effect.id}`,
    kind: effect.kind,
    permission: before?.permission ?? 'design_block',
    placement: placementOf(effect.slot),
    title: textOf(before?.title ?? titles.get(effect.id) ?? {}, ctx.locale),
    summary: textOf(before?.summary ?? {}, ctx.locale),
    required: true,
    supported: true,
    order_step: false,
    now: ctx.t('installs.now.version', versions),
    after: ctx.t('installs.after.gone'),
    before: sourceOfEffect(effect),
    detail: '',
  }
}
