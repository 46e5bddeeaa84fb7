import { isPreview } from './packages/versions.ts'

export const OUTCOMES = ['none', 'update', 'works'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * A release as far as a platform's version matters to it. `range`: of that platform; null when it
 * is not for it at all.
 */
export interface Ranged {
  id: string
  version: string
  offered: boolean
  range: string | null
  os2: boolean | null
}

/**
 * What becomes of an installation when its platform has another version: it works as it is, it
 * works after an update that everybody may have already, or not at all. `all`: the item's releases,
 * newest first. An update goes up, to finished versions.
 */
export function outcomeOf(
  all: readonly Ranged[],
  hasId: string,
  isOs2: boolean,
  fits: (range: string) => boolean,
): { outcome: Outcome; to: string | null } {
  const at = all.findIndex((one) => one.id === hasId)
  const has = all[at]
  if (has !== undefined && has.range !== null && fits(has.range))
    return { outcome: 'works', to: null }
  const to = all
    .slice(0, Math.max(at, 0))
    .find(
      (one) =>
        one.offered &&
        !isPreview(one.version) &&
        one.range !== null &&
        fits(one.range) &&
        (!isOs2 || one.os2 !== false),
    )
  return to ? { outcome: 'update', to: to.version } : { outcome: 'none', to: null }
}
