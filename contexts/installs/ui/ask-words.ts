import type { PermissionKind } from '#ui/permission-row.tsx'
import type { Ask } from '../contract.ts'
import type { T } from './words.ts'

export const PERMISSION_GLYPHS = { design_block: 'block', tracking_code: 'code', web_service_user: 'key' } as const satisfies Record<Ask['code'], PermissionKind>

/** What grows, as a heading: "Design block", "Tracking code, now also: payment step of the order". */
export function askTitle(ask: Ask, t: T): string {
  const kind = t(`installs.kind.${ask.code}`)
  const places = [...ask.placements.map(code => t(`installs.placement.${code}` as 'installs.placement.1')), ...ask.scopes]
  if (places.length === 0) return kind
  return t(ask.is_new ? 'updates.ask_new' : 'updates.ask_more', { kind, places: places.join(' · ') })
}
