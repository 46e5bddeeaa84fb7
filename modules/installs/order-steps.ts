import { isOrderStep } from '#lib/market.ts'
import type { Ctx } from '#kernel/context.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import type { SideEffectRow } from './data.ts'
import { refuse } from './errors.ts'
import { payloadOf } from './ledger.ts'
import { placementOf, textOf, type PlannedChange } from './rules.ts'
import { hostsIn } from './present-plan.ts'

/** A part on an order page that was agreed to. */
export interface OrderPart {
  slot: string
  /** Null in ledger rows from before keys were stored. */
  key: string | null
  html: string
}

const htmlOf = (content: Record<string, unknown>): string => String(content.html ?? '')
const runsScripts = (html: string): boolean => /<script\b/i.test(html)

/** Starts no scripts and names no new host: such a change is covered by the earlier consent. */
const reachesNoFurther = (before: string, after: string): boolean =>
  (runsScripts(before) || !runsScripts(after)) &&
  hostsIn(after).every((host) => hostsIn(before).includes(host))

/**
 * Parts that are new on pages where customers type addresses and cards, or reach further there
 * (S3.8; PCI DSS 6.4.3): each needs its own consent.
 */
export const newOrderStepParts = (
  standing: readonly OrderPart[],
  changes: readonly PlannedChange[],
): PlannedChange[] =>
  changes.filter(
    (change) =>
      change.placement !== null &&
      isOrderStep(change.placement) &&
      !standing.some(
        (part) =>
          part.slot === change.slot &&
          (part.key === null || part.key === change.key) &&
          reachesNoFurther(part.html, htmlOf(change.content)),
      ),
  )

/** The parts of a ledger that are on order pages, or paused there. */
export const orderPartsOf = (
  rows: readonly Pick<SideEffectRow, 'state' | 'slot' | 'payload'>[],
): OrderPart[] =>
  rows
    .filter(
      (row) => ['applied', 'paused'].includes(row.state) && isOrderStep(placementOf(row.slot) ?? 0),
    )
    .map((row) => {
      const { key = null, effect } = payloadOf(row)
      return { slot: row.slot, key, html: htmlOf(effect.content) }
    })

export const placementsOf = (changes: readonly PlannedChange[]): number[] => [
  ...new Set(changes.flatMap((change) => change.placement ?? [])),
]

/** Throws when a part would come to an order page without its own consent. */
export function requireOrderSteps(parts: readonly PlannedChange[], given: boolean): void {
  if (parts.length > 0 && !given)
    throw refuse('installs.order_steps_required', {
      fields: { order_steps: { code: 'installs.order_steps_required' } },
    })
}

/**
 * The consent to record for parts on order pages, if there are any: the text beside the checkbox,
 * and each part with its code and package.
 */
export const orderStepsConsents = (
  ctx: Pick<Ctx, 't' | 'locale'>,
  release: Pick<ReleaseFacts, 'version' | 'sha256' | 'manifest'>,
  parts: readonly PlannedChange[],
) =>
  parts.length === 0
    ? []
    : [
        {
          kind: 'order_steps',
          version: release.version,
          agreed: orderStepsText(ctx, release, parts),
        },
      ]

const orderStepsText = (
  ctx: Pick<Ctx, 't' | 'locale'>,
  release: Pick<ReleaseFacts, 'version' | 'sha256' | 'manifest'>,
  parts: readonly PlannedChange[],
) => ({
  kind: 'order_steps',
  item: release.manifest.prefix,
  version: release.version,
  package_sha256: release.sha256,
  words: [ctx.t('order_steps.title'), ctx.t('order_steps.note'), ctx.t('order_steps.agree')],
  parts: parts.map((part) => ({
    key: part.key,
    placement: part.placement,
    place: ctx.t(`installs.placement.${part.placement}` as 'installs.placement.100100'),
    title: textOf(part.title, ctx.locale),
    html: htmlOf(part.content),
  })),
})
