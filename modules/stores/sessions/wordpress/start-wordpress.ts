import { hashSecret, newId, newSecret, randomCode } from '#lib/ids.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { readInsidePath } from '#lib/targets.ts'
import { storeOf } from '#kernel/actor.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { refuse } from '../../errors.ts'
import {
  findWordPressSite,
  isConfigured,
  lookAtWordPress,
  WORDPRESS,
} from '../../platforms/public.ts'
import { takeLookTurns } from '../connect-limits.ts'
import {
  askWordPress as askContract,
  getWordPressClaim as getContract,
  lookAgainAtWordPress as lookContract,
  startWordPress as contract,
  startWordPressMove as moveContract,
} from '../wordpress-contract.ts'
import {
  findClaim,
  insertClaim,
  type WordPressClaimRow,
  writeLook,
  writeOldLook,
  writeQuestion,
} from './claim-data.ts'
import { lookAtOld } from './found-site.ts'
import { presentClaim } from './present-claim.ts'

export async function requireWordPressClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string | undefined,
): Promise<WordPressClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

/**
 * The session of another store ends only knowingly (D5); that of the store that moves goes on with
 * it.
 */
export function requireReplaced(
  { actor }: Pick<Ctx, 'actor'>,
  claim: Pick<WordPressClaimRow, 'store_id' | 'is_move'>,
  replaces: string | null | undefined,
): void {
  if (
    actor.kind !== 'store' ||
    replaces === actor.storeId ||
    (claim.is_move && claim.store_id === actor.storeId)
  )
    return
  throw refuse('connect.other_store', { params: { domain: actor.domain } })
}

async function lookAt(ctx: Ctx, domain: string) {
  await takeLookTurns(ctx, domain)
  const { problem, url, consentUrl } = await lookAtWordPress(ctx, domain)
  return { url, consent_url: consentUrl, failure: problem }
}

/**
 * Looks as a stranger and says what anybody could see; whether the site is connected is told to
 * whoever may approve it there.
 */
export const startWordPress = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    if (ctx.platformId !== WORDPRESS || !(await isConfigured(ctx, WORDPRESS)))
      throw refuse('site.not_here')
    return begin(ctx, readShopAddress(body.address) as string, {
      next: readInsidePath(body.next ?? ''),
    })
  },
})

/** The site of the signed-in store is at another address now, or will be. */
export const startWordPressMove = defineOperation({
  ...moveContract,
  run: async (ctx, { body }) => {
    const site = await findWordPressSite(ctx.db, storeOf(ctx).storeId)
    if (!site) throw refuse('site.not_a_site')
    const domain = readShopAddress(body.address) as string
    if (domain === readShopAddress(site.domain))
      throw refuse('site.same_address', { fields: { address: { code: 'site.same_address' } } })
    return begin(ctx, domain, { storeId: site.store_id })
  },
})

async function begin(
  ctx: Ctx,
  domain: string,
  { next = null, storeId }: { next?: string | null; storeId?: string },
) {
  const look = await lookAt(ctx, domain)
  const handle = newSecret()
  const row = await inTransaction(ctx, (trx) =>
    insertClaim(
      trx,
      {
        id: newId('clm'),
        handle_hash: hashSecret(handle),
        domain,
        locale: ctx.locale,
        next_path: next ?? '/account/wordpress',
        ...look,
        ...(storeId && { store_id: storeId, is_move: true }),
      },
      ctx.clock.now(),
    ),
  )
  return { handle, data: await presentClaim(ctx, row) }
}

export const getWordPressClaim = defineOperation({
  ...getContract,
  run: async (ctx, { headers }) => {
    const row = await findClaim(ctx.db, hashSecret(headers['claim-handle'] ?? ''), ctx.clock.now())
    return { data: row ? await presentClaim(ctx, row) : null }
  },
})

export const lookAgainAtWordPress = defineOperation({
  ...lookContract,
  run: async (ctx, { headers }) => {
    const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
    const now = ctx.clock.now()
    // What the new address gave is kept: it is the old one that may answer now.
    const row =
      claim.found_sealed !== null && claim.store_id !== null
        ? await writeOldLook(ctx.db, claim.id, await lookAtOld(ctx, claim.store_id), now)
        : await writeLook(ctx.db, claim.id, await lookAt(ctx, claim.domain), now)
    if (!row) throw refuse('connect.over')
    return { data: await presentClaim(ctx, row) }
  },
})

/**
 * Where WordPress sends its owner back to, with the state: only the browser that asked has the
 * other half.
 */
const ANSWER_PATH = '/connect/wordpress/answer'

export const askWordPress = defineOperation({
  ...askContract,
  run: async (ctx, { headers, body }) => {
    const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
    requireReplaced(ctx, claim, body.replaces)
    const state = newSecret()
    const asksOld = body.site === 'old'
    const asked = await writeQuestion(
      ctx.db,
      claim.id,
      { stateHash: hashSecret(state), replaces: body.replaces ?? null, asksOld },
      ctx.clock.now(),
    )
    const page = asksOld ? asked?.old_consent_url : asked?.consent_url
    if (!page) throw refuse('wordpress.not_ready')
    const origin = siteOrigin(ctx, ctx.market, ctx.platformId)
    const back = `${origin}${ANSWER_PATH}?state=${state}`
    const url = new URL(page)
    // WordPress refuses a name that it has already.
    url.searchParams.set('app_name', `Arasta (${new URL(origin).host}) ${randomCode(4)}`)
    url.searchParams.set('success_url', back)
    url.searchParams.set('reject_url', back)
    return { data: { url: url.href } }
  },
})
