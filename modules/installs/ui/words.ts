import type { Translate } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import type { PermissionKind } from '#ui/permission-row.tsx'
import type { Ask } from '../contract.ts'

export const PERMISSION_GLYPHS = {
  design_block: 'block',
  tracking_code: 'code',
  web_service_user: 'key',
} as const satisfies Record<Ask['code'], PermissionKind>

const SCOPES = ['products.read', 'orders.read', 'orders.note'] as const

/** A right of a web-service user in words; an unknown one by its code. */
export function scopeName(
  code: string,
  t: (key: `rights.scope.${(typeof SCOPES)[number]}`) => string,
): string {
  const known = SCOPES.find((scope) => scope === code)
  return known ? t(`rights.scope.${known}`) : `\u2068${code}\u2069`
}

/** A growing permission as a heading: "Tracking code, now also: payment step of the order". */
export function askTitle(ask: Ask, t: T): string {
  const kind = t(`installs.kind.${ask.code}`)
  const places = [
    ...ask.placements.map((code) => t(`installs.placement.${code}` as 'installs.placement.1')),
    ...ask.scopes.map((scope) => scopeName(scope, t)),
  ]
  if (places.length === 0) return kind
  return t(ask.is_new ? 'updates.ask_new' : 'updates.ask_more', {
    kind,
    places: places.join(' · '),
  })
}

/** The page's translator, passed down by screens. */
export type T = Translate<MessageKey>
