import { z } from 'zod'
import type { Services } from '#kernel/context.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { seal, unseal } from '#lib/sealed.ts'

/**
 * Addresses that show the draft of a home page for some minutes: who has one needs no account,
 * because the page in the console's frame has no session of the store.
 */

const PURPOSE = 'home-preview'
const MINUTES = 30
/** In the address of a home page. */
export const HOME_PREVIEW = 'arrangement'
/** Longer than any that we make. */
const MOST_LETTERS = 400

export interface HomePreview {
  market: Market
  platformId: number
  /** What is scheduled for this moment is shown; null: for now. */
  at: Date | null
}

const content = z.object({
  market: z.enum(MARKETS),
  platformId: z.int(),
  at: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
})

export function makeHomePreview(
  { sealing, clock }: Pick<Services, 'sealing' | 'clock'>,
  { at, ...place }: HomePreview,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(clock.now().getTime() + MINUTES * 60_000)
  const text = JSON.stringify({
    ...place,
    at: at?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  })
  return { token: seal(sealing, PURPOSE, text), expiresAt }
}

/** Null for one that is not ours, was made for another host, or has ended. */
export function readHomePreview(
  { sealing, clock }: Pick<Services, 'sealing' | 'clock'>,
  token: string,
  here: Omit<HomePreview, 'at'>,
): HomePreview | null {
  const read = unsealed(sealing, token)
  if (
    read === null ||
    read.market !== here.market ||
    read.platformId !== here.platformId ||
    new Date(read.expiresAt) <= clock.now()
  )
    return null
  return { ...here, at: read.at === null ? null : new Date(read.at) }
}

function unsealed(sealing: Services['sealing'], token: string) {
  if (token.length > MOST_LETTERS) return null
  try {
    return content.safeParse(JSON.parse(unseal(sealing, PURPOSE, token))).data ?? null
  } catch {
    return null
  }
}
