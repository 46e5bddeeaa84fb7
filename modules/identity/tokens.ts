import { type PartnerRole, type TokenScope, personOf, tokenOf } from '#kernel/actor.ts'
import { defineOperation, noteChange } from '#kernel/define-operation.ts'
import { newPartnerToken } from '#lib/access-token.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId } from '#lib/ids.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { dayInWords, type Services, inTransaction } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { refuse } from './errors.ts'
import * as tokenContract from './token-contract.ts'
import { MOST_TOKENS, secondsToReminder, tokenState } from './rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

const DAY = 86_400

export const listTokens = defineOperation({
  ...tokenContract.listTokens,
  run: async (ctx, { params }) => {
    const now = ctx.clock.now()
    const [tokens, items] = await Promise.all([
      listTokenRows(ctx.db, params.partner),
      listItemNames(ctx.db, params.partner),
    ])
    return {
      tokens: tokens.map((row) => ({
        id: row.id,
        name: row.name,
        ending: row.ending,
        scopes: row.scopes as TokenScope[],
        item:
          row.item_id === null || row.item_name === null
            ? null
            : { id: row.item_id, name: row.item_name },
        maker: row.maker,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
        state: tokenState(row, now),
      })),
      items,
    }
  },
})

export const createToken = defineOperation({
  ...tokenContract.createToken,

  audit: { kind: 'token', id: (_input, _ctx, answer) => answer?.id, read: readToken },
  limits: (_ctx, { params }) => [
    { key: `console tokens ${params.partner}`, most: 30, seconds: DAY },
  ],
  changes: ['token_created'],

  run: async (ctx, { params, body }) => {
    const now = ctx.clock.now()
    if (body.item !== undefined && !(await hasItem(ctx.db, params.partner, body.item)))
      throw refuse('input.invalid', { fields: { item: { code: 'field.invalid' } } })
    if ((await countLiveTokens(ctx.db, params.partner, now)) >= MOST_TOKENS)
      throw refuse('partners.token_many', { params: { n: MOST_TOKENS } })
    const [id, token] = [newId('tok'), newPartnerToken()]
    await insertToken(ctx.db, {
      id,
      partnerId: params.partner,
      name: body.name,
      token,
      scopes: body.scopes,
      itemId: body.item ?? null,
      createdBy: personOf(ctx).id,
      now,
      expiresAt: secondsAfter(now, body.days * DAY),
      remindAt: secondsAfter(now, secondsToReminder(body.days)),
    })
    noteChange(ctx, { change: 'token_created', personId: personOf(ctx).id, name: body.name })
    return { id, token }
  },
})

export const revokeToken = defineOperation({
  ...tokenContract.revokeToken,

  audit: { kind: 'token', id: ({ params }) => params.token, read: readToken },
  changes: ['token_revoked'],

  run: async (ctx, { params }) => {
    const revoked = await revokeTokenRow(
      ctx.db,
      params.partner,
      params.token,
      personOf(ctx).id,
      ctx.clock.now(),
    )
    if (!revoked) throw refuse('not_found')
    // Notify the creator: another member may have revoked it.
    noteChange(ctx, { change: 'token_revoked', personId: revoked.created_by, name: revoked.name })
    return { success: true as const }
  },
})

export const getOwnToken = defineOperation({
  ...tokenContract.getOwnToken,
  run: async (ctx) => {
    const token = tokenOf(ctx)
    const [partner] = personOf(ctx).partners
    if (!partner) throw refuse('not_found')
    const items = await listItemsForToken(ctx.db, partner.id, token.itemId)
    return {
      items: items.map((row) => ({
        ...row,
        market: row.market as 'app' | 'theme',
        status: row.status as 'draft' | 'published' | 'unpublished',
      })),
      partner: { id: partner.id, slug: partner.slug, name: partner.name },
      scopes: [...token.scopes],
      item: token.itemId,
      expires_at: token.expiresAt.toISOString(),
    }
  },
})

/** Mails the creators of tokens that end soon. */
export const mailEndingTokens = (
  services: Pick<Services, 'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins'>,
): Promise<void> =>
  inTransaction(services, async (trx) => {
    const now = services.clock.now()
    const tokens = await lockEndingTokens(trx, now)
    if (tokens.length === 0) return
    for (const token of tokens) {
      const locale = readLocale(token.locale) ?? FALLBACK_LOCALE
      const t = mailWords(locale)
      await queueMail(services, trx, {
        key: `token ends ${token.id}`,
        to: token.email,
        locale,
        subject: t('mails.token_ends.subject', { name: token.name }),
        paragraphs: [
          t('mails.token_ends.lead', {
            name: token.name,
            ending: token.ending,
            partner: token.partner_name,
            day: dayInWords(services, token.expires_at, locale),
          }),
          t('mails.token_ends.what'),
        ],
        action: {
          label: t('mails.token_ends.action'),
          url: `${services.origins.console}/partner/${token.partner_id}/tokens?hl=${locale}`,
        },
      })
    }
    await markReminded(
      trx,
      tokens.map((token) => token.id),
      now,
    )
  })

const listTokenRows = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .leftJoin('items', 'items.id', 'partner_tokens.item_id')
    .select([
      'partner_tokens.id',
      'partner_tokens.name',
      'partner_tokens.ending',
      'partner_tokens.scopes',
      'partner_tokens.created_at',
      'partner_tokens.expires_at',
      'partner_tokens.last_used_at',
      'partner_tokens.revoked_at',
      'people.name as maker',
      'items.id as item_id',
      'items.name as item_name',
    ])
    .where('partner_tokens.partner_id', '=', partnerId)
    .orderBy('partner_tokens.created_at', 'desc')
    .orderBy('partner_tokens.id', 'desc')
    .limit(200)
    .execute()

/** Items that a token can be bound to, last changed first. */
const listItemNames = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** Items that a token may act for. */
const listItemsForToken = (db: Db, partnerId: string, itemId: string | null) =>
  db
    .selectFrom('items')
    .select(['id', 'prefix', 'slug', 'market', 'status'])
    .where('partner_id', '=', partnerId)
    .$if(itemId !== null, (query) => query.where('id', '=', itemId))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

const hasItem = async (db: Db, partnerId: string, itemId: string): Promise<boolean> =>
  (await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()) !== undefined

const countLiveTokens = async (db: Db, partnerId: string, now: Date): Promise<number> =>
  (
    await db
      .selectFrom('partner_tokens')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('partner_id', '=', partnerId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
  ).count

interface NewToken {
  id: string
  partnerId: string
  name: string
  token: string
  scopes: readonly TokenScope[]
  itemId: string | null
  createdBy: string
  now: Date
  expiresAt: Date
  remindAt: Date
}

const insertToken = (db: Db, row: NewToken) =>
  db
    .insertInto('partner_tokens')
    .values({
      id: row.id,
      partner_id: row.partnerId,
      name: row.name,
      token_hash: hashSecret(row.token),
      ending: row.token.slice(-4),
      scopes: [...row.scopes],
      item_id: row.itemId,
      created_by: row.createdBy,
      created_at: row.now,
      expires_at: row.expiresAt,
      remind_at: row.remindAt,
    })
    .execute()

/** For the audit log, without the secret. */
function readToken(db: Db, id: string) {
  return db
    .selectFrom('partner_tokens')
    .select(['name as label', 'scopes', 'item_id', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Undefined when this partner has no such token or it was revoked before. */
const revokeTokenRow = (db: Db, partnerId: string, id: string, by: string, now: Date) =>
  db
    .updateTable('partner_tokens')
    .set({ revoked_at: now, revoked_by: by })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .returning(['created_by', 'name'])
    .executeTakeFirst()

/** Revokes the live tokens among leaked secrets (PKG-7); returns their number. */
export const revokeLeakedTokens = async (
  db: Db,
  secrets: readonly string[],
  now: Date,
): Promise<number> =>
  secrets.length === 0
    ? 0
    : Number(
        (
          await db
            .updateTable('partner_tokens')
            .set({ revoked_at: now })
            .where('token_hash', 'in', secrets.map(hashSecret))
            .where('revoked_at', 'is', null)
            .executeTakeFirst()
        ).numUpdatedRows,
      )

const USE_SECONDS = 60

/**
 * The live token of this secret and its creator, who must still be in the team. Records its use to
 * the minute.
 */
export async function findBearer(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .innerJoin('partners', 'partners.id', 'partner_tokens.partner_id')
    .innerJoin('partner_members', (join) =>
      join
        .onRef('partner_members.partner_id', '=', 'partner_tokens.partner_id')
        .onRef('partner_members.person_id', '=', 'people.id'),
    )
    .select([
      'partner_tokens.id',
      'partner_tokens.scopes',
      'partner_tokens.item_id',
      'partner_tokens.last_used_at',
      'partner_tokens.created_at',
      'partner_tokens.expires_at',
      'people.id as person_id',
      'people.name',
      'people.email',
      'people.email_verified',
      'people.locale',
      'partners.id as partner_id',
      'partners.slug',
      'partners.name as partner_name',
      'partner_members.role',
    ])
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const stale = secondsAfter(now, -USE_SECONDS)
  if (row.last_used_at === null || row.last_used_at <= stale) {
    await db
      .updateTable('partner_tokens')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', stale)]))
      .execute()
  }
  return { ...row, scopes: row.scopes as TokenScope[], role: row.role as PartnerRole }
}

/** Tokens that end soon and have had no reminder; locked, so that two workers do not both send it. */
const lockEndingTokens = (db: Db, now: Date) =>
  db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .innerJoin('partners', 'partners.id', 'partner_tokens.partner_id')
    .select([
      'partner_tokens.id',
      'partner_tokens.name',
      'partner_tokens.ending',
      'partner_tokens.expires_at',
      'partner_tokens.partner_id',
      'partners.name as partner_name',
      'people.email',
      'people.locale',
    ])
    .where('remind_at', '<=', now)
    .where('reminded_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('partner_members')
          .select('role')
          .whereRef('partner_members.partner_id', '=', 'partner_tokens.partner_id')
          .whereRef('person_id', '=', 'people.id'),
      ),
    )
    .orderBy('remind_at')
    .limit(100)
    .forUpdate('partner_tokens')
    .skipLocked()
    .execute()

const markReminded = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('partner_tokens')
    .set({ reminded_at: now })
    .where('id', 'in', [...ids])
    .execute()
