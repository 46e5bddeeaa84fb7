import { personOf, tokenOf, type TokenScope } from '#kernel/actor.ts'
import { noteChange, defineOperation } from '#kernel/define-operation.ts'
import { newPartnerToken } from '#lib/access-token.ts'
import { secondsAfter } from '#lib/clock.ts'
import { formatDay } from '#lib/dates.ts'
import { newId } from '#lib/ids.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { refuse } from './errors.ts'
import {
  createToken as createContract,
  getOwnToken as ownContract,
  listTokens as listContract,
  revokeToken as revokeContract,
} from './token-contract.ts'
import {
  countLiveTokens,
  hasItem,
  insertToken,
  listItemNames,
  listItemsForToken,
  listTokenRows,
  lockEndingTokens,
  markReminded,
  readToken,
  revokeToken as revokeRow,
} from './token-data.ts'
import { MOST_TOKENS, secondsToReminder, tokenState } from './token-rules.ts'

const DAY = 86_400

export const listTokens = defineOperation({
  ...listContract,
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
  ...createContract,

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
  ...revokeContract,

  audit: { kind: 'token', id: ({ params }) => params.token, read: readToken },
  changes: ['token_revoked'],

  run: async (ctx, { params }) => {
    const revoked = await revokeRow(
      ctx.db,
      params.partner,
      params.token,
      personOf(ctx).id,
      ctx.clock.now(),
    )
    if (!revoked) throw refuse('not_found')
    // To whoever made it: another of the team may have ended it.
    noteChange(ctx, { change: 'token_revoked', personId: revoked.created_by, name: revoked.name })
    return { success: true as const }
  },
})

export const getOwnToken = defineOperation({
  ...ownContract,
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

/** Housekeeping: whoever made a token hears in time that it ends. */
export const tellEndingTokens = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>,
): Promise<void> =>
  inTransaction(services, async (trx) => {
    const now = services.clock.now()
    const tokens = await lockEndingTokens(trx, now)
    if (tokens.length === 0) return
    for (const token of tokens) {
      const locale = readLocale(token.locale) ?? DEFAULT_LOCALE
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
            day: formatDay(token.expires_at, locale),
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
