import type { Text } from '#lib/locale.ts'
import { isOrderStep } from '#lib/market.ts'
import type { Ctx } from '#kernel/context.ts'
import { type ReleaseFacts, readPackageText, styleRules } from '#modules/catalog/public.ts'
import type { Effect, StoreState } from '#modules/stores/platforms/public.ts'
import type { PlanChange, UpdateChange } from './contract.ts'
import {
  type PlannedChange,
  USERS,
  isSupported,
  placementOf,
  planChanges,
  textOf,
} from './rules.ts'
import { scopeName } from './ui/words.ts'
import type { Difference, StandingEffect, UpdatePlan } from './update-plan.ts'

/**
 * The plan as its reader sees it: where, what is there now and afterwards, in words and as source.
 */

/** What a store supports: its slots, and users where it has web services. */
export const slotsOf = (state: StoreState): Set<string> =>
  new Set([
    ...state.slots.map((slot) => slot.slot),
    ...(state.takes_users === false ? [] : [USERS]),
  ])

/** Keeps its direction inside right-to-left text. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** The rest of the store; `themeName`: the theme that it shows, for the reader. */
export interface StoreView {
  state: StoreState
  themeName: string
}

/** A row of the plan. `before`: the item's own effect that is there now. */
export function presentChange(
  ctx: Ctx,
  change: PlannedChange,
  release: ReleaseFacts,
  { state, themeName }: StoreView,
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

const sourceOfEffect = (effect: StandingEffect): string =>
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

/** A row of an update's plan; what is removed is described by the plan of the old release. */
export function presentDifference(
  ctx: Ctx,
  difference: Difference,
  plan: UpdatePlan,
  titles: ReadonlyMap<string, Text>,
  around: StoreView,
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

/**
 * The content of an effect line by line, so that two can be compared: markup with one tag per line,
 * then each file with its package (the same name in another package is another file), settings,
 * rights.
 */
export function sourceLines(
  kind: string,
  content: Record<string, unknown>,
  from: { package: string; files: readonly string[] },
): string {
  const fileLines = from.files.map((file) => `${file} · ${from.package.slice(0, 12)}`)
  switch (kind) {
    case 'web_service_user':
      return scopesOf(content).join('\n')
    case 'theme':
      return [
        ...fileLines,
        ...Object.entries((content.settings ?? {}) as Record<string, unknown>).map(
          ([name, value]) => `${name}: ${String(value)}`,
        ),
      ].join('\n')
    default:
      return [...markupLines(String(content.html)), ...fileLines].join('\n')
  }
}

const scopesOf = (content: Record<string, unknown>): string[] =>
  (content.scopes as string[] | undefined) ?? []

/** One tag per line where tags are adjacent; text keeps its lines. */
const markupLines = (html: string): string[] => html.replaceAll(/>\s*</g, '>\n<').split('\n')

/** Files of the package that an effect brings onto the page. */
export function filesOf(effect: Pick<Effect, 'kind' | 'content'>): string[] {
  if (effect.kind === 'theme')
    return [effect.content.stylesheet, effect.content.stylesheet_rtl].filter(
      (file) => typeof file === 'string',
    )
  return [...String(effect.content.html ?? '').matchAll(/\{\{asset:([^{}]+)\}\}/g)].map(
    ([, file]) => file as string,
  )
}

/** Origins in the markup other than the shop's: what a page would load from or send to. */
export function outsideOrigins(release: Pick<ReleaseFacts, 'manifest'>): string[] {
  if (release.manifest.kind === 'theme') return []
  return [
    ...new Set(
      [...release.manifest.tracking_codes, ...release.manifest.design_blocks].flatMap((part) =>
        hostsIn(part.html),
      ),
    ),
  ]
}

/** Hosts of absolute or scheme-relative addresses, links included. */
export function hostsIn(html: string): string[] {
  const named = [
    ...html
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .matchAll(/(?:src|href|action|srcset|poster|data) ?= ?["']? ?((?:https?:)?\/\/[^ "'>]+)/g),
  ].map(([, address]) => address as string)
  return [
    ...new Set(named.flatMap((address) => URL.parse(address, 'https://shop.invalid')?.host ?? [])),
  ]
}

/** More are counted but not listed. */
const MOST_RULES = 200

/** Cached, because a release is immutable. */
const rulesOf = (ctx: Ctx, { manifest, sha256 }: ReleaseFacts): Promise<string[] | null> =>
  ctx.cache.getOrLoad(`theme rules ${sha256}`, [], async () => {
    const css =
      manifest.kind === 'theme' ? await readPackageText(ctx, sha256, manifest.stylesheet) : null
    return css === null ? null : styleRules(css)
  })

/**
 * The rules of a theme's stylesheet that an update removes and adds; null when a stylesheet is
 * missing.
 */
export async function compareRules(
  ctx: Ctx,
  from: ReleaseFacts,
  to: ReleaseFacts,
): Promise<UpdateChange['rules']> {
  const [before, after] = await Promise.all([rulesOf(ctx, from), rulesOf(ctx, to)])
  if (!before || !after) return null
  const { gone, come } = changedRules(before, after)
  const shown = { gone: gone.slice(0, MOST_RULES), come: come.slice(0, MOST_RULES) }
  return { ...shown, more: gone.length + come.length - shown.gone.length - shown.come.length }
}

/** Rules that only one of the two has, with multiplicity, in their order. */
export function changedRules(
  before: readonly string[],
  after: readonly string[],
): { gone: string[]; come: string[] } {
  return { gone: without(before, after), come: without(after, before) }
}

function without(rules: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const rule of others) left.set(rule, (left.get(rule) ?? 0) + 1)
  return rules.filter((rule) => {
    const count = left.get(rule) ?? 0
    if (count > 0) left.set(rule, count - 1)
    return count === 0
  })
}
