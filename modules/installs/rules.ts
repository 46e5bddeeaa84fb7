import { pickText, type Locale, type Text } from '#lib/locale.ts'
import type { EffectKind, PermissionCode, PlacementCode } from '#lib/market.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import { fillSettings, type SettingValue } from '#modules/catalog/packages/placeholders.ts'

/**
 * One thing a release will put on a store: the row of the plan and, once agreed to, the row of the
 * ledger.
 */
export interface PlannedChange {
  /** Stable within the release: `tracking_code:banner`. */
  key: string
  kind: EffectKind
  permission: PermissionCode
  required: boolean
  slot: string
  placement: PlacementCode | null
  title: Text
  summary: Text
  content: Record<string, unknown>
  /** Files of the package that it brings onto the page. */
  files: string[]
}

/**
 * Everything that a release changes on a store, in the order in which it is done (D12). The plan
 * that the owner reads and the effects that are applied are made by this one function, so they
 * cannot differ.
 */
export function planChanges(
  manifest: Manifest,
  inputs: Record<string, SettingValue>,
): PlannedChange[] {
  if (manifest.kind === 'theme') {
    return [
      {
        key: 'theme',
        kind: 'theme',
        permission: 'design_block',
        required: true,
        slot: 'theme',
        placement: null,
        title: manifest.title,
        summary: manifest.summary,
        content: {
          stylesheet: manifest.stylesheet,
          stylesheet_rtl: manifest.stylesheet_rtl,
          settings: manifest.settings,
        },
        files: [manifest.stylesheet, manifest.stylesheet_rtl],
      },
    ]
  }
  const required = (code: PermissionCode) =>
    manifest.permissions.find((permission) => permission.code === code)?.required ?? true
  const parts = [
    ...manifest.design_blocks.map((part) => ({ part, kind: 'design_block' as const })),
    ...manifest.tracking_codes.map((part) => ({ part, kind: 'tracking_code' as const })),
  ].map(({ part, kind }): PlannedChange => ({
    key: `${kind}:${part.id}`,
    kind,
    permission: kind,
    required: required(kind),
    slot: `placement:${part.placement}`,
    placement: part.placement,
    title: part.title,
    summary: part.summary,
    content: { html: fillSettings(part.html, inputs) },
    files: [...part.html.matchAll(/\{\{asset:([^{}]+)\}\}/g)].map(([, file]) => file as string),
  }))
  const user = manifest.web_service_user
  if (!user) return parts
  return [
    ...parts,
    {
      key: 'web_service_user',
      kind: 'web_service_user',
      permission: 'web_service_user',
      required: required('web_service_user'),
      slot: `user:${manifest.prefix}`,
      placement: null,
      title: user.title,
      summary: user.summary,
      content: { name: pickText(manifest.name, 'en'), scopes: user.scopes },
      files: [],
    },
  ]
}

/** A change as the platform is told of it. */
export const effectOfChange = (
  change: PlannedChange,
  release: { sha256: string; version: string; manifest: Manifest },
) => ({
  kind: change.kind,
  slot: change.slot,
  package: release.sha256,
  item: { prefix: release.manifest.prefix, version: release.version },
  content: change.content,
})

/** `placement:1003` → 1003; null of slots that are no place on a page. */
export const placementOf = (slot: string): number | null =>
  slot.startsWith('placement:') ? Number(slot.slice('placement:'.length)) : null

/**
 * What is left of the plan when the owner refuses optional permissions and the store lacks
 * placements.
 */
export const grantedChanges = (
  changes: PlannedChange[],
  granted: readonly PermissionCode[],
  slots: ReadonlySet<string>,
): PlannedChange[] =>
  changes.filter(
    (change) =>
      (change.kind === 'theme' || granted.includes(change.permission)) &&
      isSupported(change, slots),
  )

/**
 * Without the rights of the web-service user that the owner took back; one that is left with none
 * is left out.
 */
export const withoutScopes = (
  changes: PlannedChange[],
  refused: readonly string[],
): PlannedChange[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'web_service_user') return [change]
    const scopes = ((change.content.scopes as string[] | undefined) ?? []).filter(
      (scope) => !refused.includes(scope),
    )
    return scopes.length > 0 ? [{ ...change, content: { ...change.content, scopes } }] : []
  })

/** Among a store's slots: it takes users of its web services. */
export const USERS = 'users'

export const isSupported = (change: PlannedChange, slots: ReadonlySet<string>): boolean =>
  slots.has(change.kind === 'web_service_user' ? USERS : change.slot)

export const requiredPermissions = (changes: PlannedChange[]): PermissionCode[] => [
  ...new Set(
    changes
      .filter((change) => change.required && change.kind !== 'theme')
      .map((change) => change.permission),
  ),
]

type Untouched = PermissionCode | 'design' | 'prices' | 'customers' | 'payments'

/** What the item does not ask for: said in plain words, because an owner asks. */
export function untouchedBy(changes: PlannedChange[]): Untouched[] {
  const kinds = new Set(changes.map((change) => change.kind))
  const scopes = changes.flatMap((change) => (change.content.scopes as string[] | undefined) ?? [])
  return [
    ...(kinds.has('tracking_code') ? [] : ['tracking_code' as const]),
    ...(kinds.has('theme') ? [] : ['design' as const]),
    ...(scopes.some((scope) => scope.startsWith('products.')) ? [] : ['prices' as const]),
    ...(scopes.some((scope) => scope.startsWith('customers.')) ? [] : ['customers' as const]),
    'payments' as const,
  ]
}

/** How often a run is tried before it is given up and taken back. */
export const MAX_TRIES = 6
/**
 * How often a platform may say "later" before that counts as a failure; with
 * `LONGEST_PAUSE_SECONDS` between.
 */
export const MAX_PUT_OFF = 60
const LONGEST_PAUSE_SECONDS = 300

/**
 * How long a run waits for a platform that said when to come again: never shorter than asked, and
 * not all runs at the same moment.
 */
export const pauseSeconds = (retryAfter: number, random: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil(retryAfter))) +
  random * Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, retryAfter))

/**
 * How long a worker holds a run before another may take it up: so long an owner waits for one that
 * has died.
 */
export const LEASE_SECONDS = 25
/**
 * How often it renews that while a step is under way: a platform may take a minute over a package.
 */
export const RENEWAL_SECONDS = 8

export const textOf = (text: Text, locale: Locale): string => pickText(text, locale)
