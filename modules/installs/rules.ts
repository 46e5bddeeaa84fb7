import { type Locale, type Text, pickText } from '#lib/locale.ts'
import type { EffectKind, PermissionCode, PlacementCode } from '#lib/market.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import { type SettingValue, fillSettings } from '#modules/catalog/packages/placeholders.ts'

/** A change of a release on a store: a row of the plan and, after consent, of the ledger. */
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
  /** Package files that it brings onto the page. */
  files: string[]
}

/**
 * Everything that a release changes on a store, in order (D12). The plan that the owner reads and
 * the effects that are applied both come from here, so they cannot differ.
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

/** A change as sent to the platform. */
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

/** `placement:1003` → 1003; null for slots that are not placements. */
export const placementOf = (slot: string): number | null =>
  slot.startsWith('placement:') ? Number(slot.slice('placement:'.length)) : null

/** The changes without refused optional permissions and unsupported placements. */
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

/** The changes without the rights that the owner revoked; a user without rights is left out. */
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

/** Pseudo slot of a store that accepts web-service users. */
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

/** What the item does not ask for, because owners ask. */
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

/** Tries of a run before it is given up and reversed. */
export const MAX_TRIES = 6
/** How often a platform may answer "later" before that counts as a failure. */
export const MAX_POSTPONEMENTS = 60
const LONGEST_PAUSE_SECONDS = 300

/**
 * How long a run waits for a platform that named a time: never shorter than requested, and not all
 * runs at the same moment.
 */
export const pauseSeconds = (retryAfter: number, random: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil(retryAfter))) +
  random * Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, retryAfter))

/** Lease of a run: how long an owner waits after a worker crashed. */
export const LEASE_SECONDS = 25
/** Interval of renewals during a step, because a platform may take a minute for a package. */
export const RENEWAL_SECONDS = 8

export const textOf = (text: Text, locale: Locale): string => pickText(text, locale)

export type InstallationState =
  | 'installing'
  | 'installed'
  | 'updating'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'uninstalling'
  | 'uninstalled'
  | 'needs_action'

/**
 * All transitions of an installation (I9). `setInstallationState` allows no others, and `npm run
 * prove -- installs` checks what happened against them.
 */
export const INSTALLATION_TRANSITIONS: Readonly<
  Record<InstallationState, readonly InstallationState[]>
> = {
  // A draft is kept off the shop; a failed install is undone.
  installing: ['installed', 'paused', 'uninstalling'],
  installed: ['updating', 'pausing', 'uninstalling'],
  // Finished or restored; when restoring fails too, the owner decides.
  updating: ['installed', 'needs_action'],
  pausing: ['paused', 'needs_action'],
  paused: ['resuming', 'uninstalling'],
  resuming: ['installed', 'needs_action'],
  uninstalling: ['uninstalled', 'needs_action'],
  // Retried or uninstalled.
  needs_action: ['updating', 'pausing', 'resuming', 'uninstalling'],
  uninstalled: [],
}

/** The states from which `state` can be reached, including itself. */
export const statesBefore = (state: InstallationState): InstallationState[] => [
  state,
  ...(Object.keys(INSTALLATION_TRANSITIONS) as InstallationState[]).filter((from) =>
    INSTALLATION_TRANSITIONS[from].includes(state),
  ),
]

/**
 * How a release did on stores: runs that ended and failed, stores that were checked and turned bad.
 */
export interface ReleaseOutcomes {
  ended: number
  failed: number
  asked: number
  bad: number
}

/** What happened with a release on stores after it was installed. */
export interface ReleaseSignals {
  /** Measured visits of pages that its files are on, and those that saw an error from one. */
  visits: number
  errors: number
  /** Stores with such errors. */
  errorStores: number
  /** Installs and updates that brought it, and stores that removed the item while they had it. */
  came: number
  left: number
}

/** The same of one day, with installs and updates that ended and failed. */
export interface ReleaseDay extends Pick<ReleaseOutcomes, 'ended' | 'failed'> {
  releaseId: string
  day: string
  visits: number
  errors: number
  left: number
}
