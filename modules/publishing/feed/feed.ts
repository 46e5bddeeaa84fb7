import { type PartnerRole, personOf } from '#kernel/actor.ts'
import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { refuse as refuseFeed } from '../errors.ts'
import { writeAtom } from './atom.ts'
import * as contract from './contract.ts'
import { findFeed, listEvents, listFeedRows, listItemNames, presentEvent } from './data.ts'
import { EVENT_DAYS, kindsOf, MOST_FEEDS } from './rules.ts'

/** Events in an Atom feed. */
const FEED_ENTRIES = 50
/** How exactly it is known when an address was last read. */
const USED_SECONDS = 3_600

/** The caller's role in this partner, which the policy requires. */
const roleIn = (ctx: ConsoleCtx, partnerId: string): PartnerRole =>
  personOf(ctx).partners.find((one) => one.id === partnerId)?.role ?? 'finance'

/** A cursor of this list, whose ids are numbers. */
function parseAfter(after: string | undefined) {
  const key = parsePageKey(after)
  if (key !== null && !/^\d{1,18}$/.test(key.id))
    throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  return key
}

export const listPartnerEvents = defineOperation({
  ...contract.listPartnerEvents,
  run: async (ctx, { params, query }) => {
    const kinds = kindsOf(roleIn(ctx, params.partner))
    const asked = query.kind === undefined ? kinds : kinds.filter((kind) => kind === query.kind)
    const after = parseAfter(query.after)
    const [found, items] = await Promise.all([
      asked.length === 0
        ? []
        : listEvents(ctx.db, {
            partnerId: params.partner,
            kinds: asked,
            itemId: query.item,
            after,
            most: PAGE_ROWS + 1,
          }),
      listItemNames(ctx.db, params.partner),
    ])
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.at, id: row.id }))
    return { kinds, items, events: rows.map(presentEvent), next }
  },
})

export const listFeeds = defineOperation({
  ...contract.listFeeds,
  run: async (ctx, { params }) => {
    const isOwner = roleIn(ctx, params.partner) === 'owner'
    const rows = await listFeedRows(ctx.db, params.partner, isOwner ? null : personOf(ctx).id)
    return {
      feeds: rows.map((row) => ({
        id: row.id,
        person: row.person,
        item: row.item_id === null ? null : { id: row.item_id, name: row.item ?? '' },
        language: row.locale,
        created_at: row.created_at.toISOString(),
        used_at: row.used_at?.toISOString() ?? null,
      })),
    }
  },
})

export const createFeed = defineOperation({
  ...contract.createFeed,
  audit: { kind: 'feed', id: (_input, _ctx, answer) => answer?.id },
  limits: (_ctx, { params }) => [{ key: `feeds of ${params.partner}`, most: 30, seconds: 86_400 }],
  run: async (ctx, { params, body }) => {
    const { id: personId } = personOf(ctx)
    const [items, mine] = await Promise.all([
      body.item === null ? [] : listItemNames(ctx.db, params.partner),
      listFeedRows(ctx.db, params.partner, personId),
    ])
    if (body.item !== null && !items.some((one) => one.id === body.item))
      throw refuse('input.invalid', { fields: { item: { code: 'field.invalid' } } })
    if (mine.length >= MOST_FEEDS)
      throw refuseFeed('partners.feed_many', { params: { n: MOST_FEEDS } })
    const [id, token] = [newId('fed'), newSecret()]
    await ctx.db
      .insertInto('partner_feeds')
      .values({
        id,
        partner_id: params.partner,
        person_id: personId,
        item_id: body.item,
        locale: ctx.locale,
        token_hash: hashSecret(token),
        created_at: ctx.clock.now(),
      })
      .execute()
    return { id, url: `${ctx.origins.console}/api/feeds/${token}` }
  },
})

export const revokeFeed = defineOperation({
  ...contract.revokeFeed,
  audit: { kind: 'feed', id: ({ params }) => params.feed },
  run: async (ctx, { params }) => {
    const isOwner = roleIn(ctx, params.partner) === 'owner'
    let query = ctx.db
      .deleteFrom('partner_feeds')
      .where('id', '=', params.feed)
      .where('partner_id', '=', params.partner)
    if (!isOwner) query = query.where('person_id', '=', personOf(ctx).id)
    const { numDeletedRows } = await query.executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('not_found')
    return { success: true as const }
  },
})

/**
 * Shows what the member may see today: with the membership the address ends, and with the role its
 * contents change.
 */
export const readFeed = defineOperation({
  ...contract.readFeed,
  run: async (ctx, { params }) => {
    const feed = await findFeed(ctx.db, hashSecret(params.token))
    if (!feed) throw refuse('not_found')
    const now = ctx.clock.now()
    if (feed.used_at === null || feed.used_at < secondsAfter(now, -USED_SECONDS))
      await ctx.db
        .updateTable('partner_feeds')
        .set({ used_at: now })
        .where('id', '=', feed.id)
        .execute()
    const events = await listEvents(ctx.db, {
      partnerId: feed.partner_id,
      kinds: kindsOf(feed.role as PartnerRole),
      ...(feed.item_id !== null && { itemId: feed.item_id }),
      most: FEED_ENTRIES,
    })
    return writeAtom(ctx, feed, events.map(presentEvent))
  },
})

/** Deletes events past their time. */
export const purgePartnerEvents = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('partner_events')
    .where('at', '<', secondsAfter(clock.now(), -EVENT_DAYS * 86_400))
    .execute()
