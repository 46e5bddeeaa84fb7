import { hashSecret, newId, newSecret, randomCode } from '#lib/ids.ts'
import type { Limit } from '#lib/limit.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { readInsidePath } from '#lib/targets.ts'
import { implement, inTransaction, type Ctx } from '../../ctx.ts'
import { takeTurns } from '../../limits.ts'
import { lookAtWordPress, WORDPRESS } from '../../platforms/public.ts'
import { refuse } from '../errors.ts'
import {
  askWordPress as askContract, getWordPressClaim as getContract, lookAgainAtWordPress as lookContract, startWordPress as contract, WORDPRESS_FAILURES, type WordPressClaim,
} from '../wordpress-contract.ts'
import { findClaim, insertClaim, writeLook, writeQuestion, type WordPressClaimRow } from './claim-data.ts'

/** Nobody uses our looks to tire a site that is not theirs. */
const lookLimits = ({ ip }: Pick<Ctx, 'ip'>, domain: string): Limit[] => [
  { key: `wordpress look ip ${ip}`, most: 40, seconds: 3600 },
  { key: `site look ${domain}`, most: 30, seconds: 3600 },
]

export async function requireWordPressClaim(ctx: Pick<Ctx, 'db' | 'clock'>, handle: string | undefined): Promise<WordPressClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

export function presentClaim({ domain, url, consent_url, failure, looked_at, expires_at }: WordPressClaimRow): WordPressClaim {
  return {
    domain, url, step: failure === 'no_plugin' || failure === 'old_plugin' ? 'plugin' : consent_url !== null ? 'approval' : 'address',
    failure: WORDPRESS_FAILURES.find(one => one === failure) ?? null, looked_at: looked_at.toISOString(), expires_at: expires_at.toISOString(),
  }
}

async function lookAt(ctx: Ctx, domain: string) {
  await takeTurns(ctx, lookLimits(ctx, domain))
  const { problem, url, consentUrl } = await lookAtWordPress(ctx, domain)
  return { url, consent_url: consentUrl, failure: problem }
}

/** Looks as a stranger and says what anybody could see; whether the site is connected is told to whoever may approve it there. */
export const startWordPress = implement(contract, async (ctx, { body }) => {
  if (ctx.platformId !== WORDPRESS) throw refuse('site.not_here')
  const domain = readShopAddress(body.address) as string
  const look = await lookAt(ctx, domain)
  const handle = newSecret()
  const row = await inTransaction(ctx, trx => insertClaim(trx, {
    id: newId('clm'), handle_hash: hashSecret(handle), domain, locale: ctx.locale, next_path: readInsidePath(body.next ?? '') ?? '/account/wordpress', ...look,
  }, ctx.clock.now()))
  return { handle, data: presentClaim(row) }
})

export const getWordPressClaim = implement(getContract, async (ctx, { headers }) => {
  const row = await findClaim(ctx.db, hashSecret(headers['claim-handle'] ?? ''), ctx.clock.now())
  return { data: row ? presentClaim(row) : null }
})

export const lookAgainAtWordPress = implement(lookContract, async (ctx, { headers }) => {
  const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
  const row = await writeLook(ctx.db, claim.id, await lookAt(ctx, claim.domain), ctx.clock.now())
  if (!row) throw refuse('connect.over')
  return { data: presentClaim(row) }
})

/** Where WordPress sends its owner back to, with the state: only the browser that asked has the other half. */
const ANSWER_PATH = '/connect/wordpress/answer'

export const askWordPress = implement(askContract, async (ctx, { headers, body }) => {
  const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
  if (ctx.actor.kind === 'store' && body.replaces !== ctx.actor.storeId) throw refuse('connect.other_store', { params: { domain: ctx.actor.domain } })
  const state = newSecret()
  const asked = await writeQuestion(ctx.db, claim.id, { stateHash: hashSecret(state), replaces: body.replaces ?? null }, ctx.clock.now())
  if (!asked?.consent_url) throw refuse('wordpress.not_ready')
  const origin = ctx.origins[ctx.market]
  const back = `${origin}${ANSWER_PATH}?state=${state}`
  const url = new URL(asked.consent_url)
  // WordPress refuses a name that it has already.
  url.searchParams.set('app_name', `Arasta (${new URL(origin).host}) ${randomCode(4)}`)
  url.searchParams.set('success_url', back)
  url.searchParams.set('reject_url', back)
  return { data: { url: url.href } }
})
