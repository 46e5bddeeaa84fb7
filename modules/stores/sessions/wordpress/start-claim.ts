import { hashSecret, newId, newSecret, randomCode } from '#lib/ids.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { readInsidePath } from '#lib/targets.ts'
import { type Ctx, type Services, inTransaction, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../../errors.ts'
import {
  type FoundSite,
  requireEntry,
  findWordPressSite,
  foundSite,
  hasKeysOf,
  inspectWordPress,
  whyNotFree,
} from '../../platforms/public.ts'
import { CODE_TRIES, resendIn, consumeInspectionLimit } from '../codes.ts'
import {
  WORDPRESS_FAILURES,
  type WordPressClaim,
  askWordPress as askContract,
  getWordPressClaim as getContract,
  lookAgainAtWordPress as lookContract,
  startWordPress as contract,
  startWordPressMove as moveContract,
} from '../wordpress-contract.ts'
import {
  type WordPressClaimRow,
  findClaim,
  insertClaim,
  writeFound,
  saveInspection,
  writeOldLook,
  writeQuestion,
} from './claim-data.ts'
import { seal, unseal } from '#lib/sealed.ts'

export async function requireWordPressClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string | undefined,
): Promise<WordPressClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

/**
 * The session of another store ends only when the owner agreed (D5); a store that moves continues
 * its own.
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

async function inspectNew(ctx: Ctx, domain: string) {
  await consumeInspectionLimit(ctx, domain)
  const { problem, url, consentUrl } = await inspectWordPress(ctx, domain)
  return { url, consent_url: consentUrl, failure: problem }
}

/**
 * Checks without any key and reports what anybody could see; whether the site is connected is told
 * only to somebody who may approve it there.
 */
export const startWordPress = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    await requireEntry(ctx, 'wordpress')
    return startClaim(ctx, readShopAddress(body.address) as string, {
      next: readInsidePath(body.next ?? ''),
    })
  },
})

/** The site of the signed-in store is or will be at another address. */
export const startWordPressMove = defineOperation({
  ...moveContract,
  run: async (ctx, { body }) => {
    const site = await findWordPressSite(ctx.db, ctx.actor.storeId)
    if (!site) throw refuse('site.not_a_site')
    const domain = readShopAddress(body.address) as string
    if (domain === readShopAddress(site.domain))
      throw refuse('site.same_address', { fields: { address: { code: 'site.same_address' } } })
    return startClaim(ctx, domain, { storeId: site.store_id })
  },
})

async function startClaim(
  ctx: Ctx,
  domain: string,
  { next = null, storeId }: { next?: string | null; storeId?: string },
) {
  const look = await inspectNew(ctx, domain)
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
    // The result from the new address stays; only the old one is checked again.
    const row =
      claim.found_sealed !== null && claim.store_id !== null
        ? await writeOldLook(ctx.db, claim.id, await inspectOldSite(ctx, claim.store_id), now)
        : await saveInspection(ctx.db, claim.id, await inspectNew(ctx, claim.domain), now)
    if (!row) throw refuse('connect.over')
    return { data: await presentClaim(ctx, row) }
  },
})

/**
 * Where WordPress sends the owner back to, with the state. Only the browser that asked has the
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
    // WordPress refuses a name that it already has.
    url.searchParams.set('app_name', `Arasta (${new URL(origin).host}) ${randomCode(4)}`)
    url.searchParams.set('success_url', back)
    url.searchParams.set('reject_url', back)
    return { data: { url: url.href } }
  },
})

const PURPOSE = 'wordpress-found'

/** What the new address returned when its owner approved. */
export function foundOf(
  { sealing }: Pick<Services, 'sealing'>,
  { found_sealed: sealed }: Pick<WordPressClaimRow, 'found_sealed'>,
): FoundSite | null {
  return sealed === null ? null : foundSite.parse(JSON.parse(unseal(sealing, PURPOSE, sealed)))
}

/** The approval page of the old site; null when it does not answer. */
async function inspectOldSite(ctx: Ctx, storeId: string): Promise<string | null> {
  const site = await findWordPressSite(ctx.db, storeId)
  if (!site) return null
  await consumeInspectionLimit(ctx, site.domain)
  return (await inspectWordPress(ctx, site.domain.replace(/^www\./, ''))).consentUrl
}

/**
 * Stores what was found until the old address is proved too, or says why it cannot become that
 * store's.
 */
export async function saveFound(
  ctx: Ctx,
  claim: WordPressClaimRow,
  storeId: string,
  found: FoundSite,
): Promise<WordPressClaimRow | { failure: 'taken' | 'stale' }> {
  const oldConsentUrl = await inspectOldSite(ctx, storeId)
  return inTransaction(ctx, async (trx) => {
    const failure = await whyNotFree(trx, storeId, found)
    if (failure) return { failure }
    const sameKeys = await hasKeysOf(ctx, trx, storeId, found)
    const row = await writeFound(trx, claim.id, {
      storeId,
      foundSealed: seal(ctx.sealing, PURPOSE, JSON.stringify(found)),
      sameKeys,
      oldConsentUrl,
    })
    if (!row) throw refuse('connect.over')
    return row
  })
}

function stepOf({
  found_sealed: found,
  is_move: isMove,
  failure,
  consent_url: consentUrl,
}: WordPressClaimRow): WordPressClaim['step'] {
  if (failure === 'no_plugin' || failure === 'old_plugin') return 'plugin'
  if (found !== null) return isMove ? 'proof' : 'choice'
  return consentUrl === null ? 'address' : 'approval'
}

/**
 * The store to move is named only after its owner approved, or to the owner who started the move.
 */
async function moveOf(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  claim: WordPressClaimRow,
): Promise<WordPressClaim['move']> {
  const site = claim.store_id === null ? undefined : await findWordPressSite(db, claim.store_id)
  if (!site) return null
  return {
    from: site.domain,
    by_code: claim.same_keys && site.contact_sealed !== null,
    by_approval: claim.old_consent_url !== null,
    code:
      claim.code_hash === null
        ? null
        : {
            resend_in: resendIn(claim.code_asked_at, clock.now()),
            tries_left: CODE_TRIES - claim.code_tries,
            slow: claim.slow,
          },
  }
}

export async function presentClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  claim: WordPressClaimRow,
): Promise<WordPressClaim> {
  return {
    domain: claim.domain,
    url: claim.url,
    step: stepOf(claim),
    failure: WORDPRESS_FAILURES.find((one) => one === claim.failure) ?? null,
    looked_at: claim.looked_at.toISOString(),
    expires_at: claim.expires_at.toISOString(),
    move: await moveOf(ctx, claim),
  }
}
