import type { FieldRules } from '#lib/field-rules.ts'

// What the reviewer's page and the server both know of a decision. Imports nothing that runs.

/** What a reviewer ticks before an approval (docs/decisions/0076). */
export const CHECK_POINTS = ['words', 'pictures', 'changes', 'permissions', 'pages'] as const
export type CheckPoint = (typeof CHECK_POINTS)[number]

/** The points that apply: listing, release, permissions, and the pages of a theme. */
export function pointsOf(row: {
  market: string
  version: string | null
  with_listing: boolean
  manifest: { kind: string; permissions?: readonly unknown[] } | null
}): CheckPoint[] {
  const asks = (row.manifest?.permissions?.length ?? 0) > 0
  return [
    ...(row.with_listing ? (['words', 'pictures'] as const) : []),
    ...(row.version === null ? [] : (['changes'] as const)),
    ...(asks ? (['permissions'] as const) : []),
    ...(row.version !== null && row.market === 'theme' ? (['pages'] as const) : []),
  ]
}

/** Ready reasons for a rejection; their texts are `mails.rejection.<code>`. */
export const REJECTION_REASONS = [
  'manifest',
  'permission',
  'pictures',
  'promises',
  'works',
  'notes',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Why an admin approves alone what needs a second reviewer. */
export const ALONE_RULES = {
  required: false,
  min: 20,
  max: 1000,
  lines: true,
} as const satisfies FieldRules

/** What gives an app more than a place on a page of the shop. */
export const RISKS = ['shop_access', 'order_page', 'market_access'] as const

/** What a trial on the scratch shop does, in this order; `queue`: another one has the shop. */
export const TRIAL_STEPS = ['queue', 'install', 'open', 'pictures', 'uninstall', 'compare'] as const
export type TrialStep = (typeof TRIAL_STEPS)[number]
/** Pictures of the scratch shop: without the item, and of pages that it changes. */
export const MOMENTS = ['before', 'after', 'after_2', 'after_3'] as const
export type Moment = (typeof MOMENTS)[number]
/** Why there are no pictures, where no browser is set up. */
export const NO_BROWSER = 'no browser is at hand'
