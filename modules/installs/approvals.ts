import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Locale, pickText } from '#lib/locale.ts'
import { includesRight } from '#lib/store-rights.ts'
import { wholeList } from '#lib/wire.ts'
import {
  type Ctx,
  inTransaction,
  type Services,
  siteOrigin,
  type StoreCtx,
} from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem, requireItem, type SaleItem } from '#modules/catalog/public.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'
import { findOwnership } from '#modules/orders/public.ts'
import * as contract from './approval-contract.ts'
import { APPROVAL_DAYS, type ApprovalState, MOST_APPROVALS } from './approval-rules.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { storeOf } from './owner-mails.ts'
import { recordOwnerNotice } from './owner-notices.ts'

const DAY = 86_400
/** Days for which people see how a request ended, and for which its row is kept. */
const SHOWN_DAYS = 30
const KEPT_DAYS = 365
const ASKING = { most: 60, seconds: 3_600 }

const isOwner = ({ actor }: StoreCtx): boolean => includesRight(actor.right, 'install')

export const askForApproval = defineOperation({
  ...contract.askForApproval,
  limits: (ctx) => [{ key: `approvals of ${ctx.actor.storeId}`, ...ASKING }],
  run: async (ctx, { body }) => {
    const { storeId, account } = ctx.actor
    const item = await requireItem(ctx, ctx.market, { slug: body.slug }, ctx.locale)
    if (!item.latest) throw refuse('catalog.not_installable')
    if (await findLiveInstallation(ctx.db, storeId, item.id))
      throw refuse('installs.already_installed')
    const now = ctx.clock.now()
    const id = newId('apr')
    return inTransaction(ctx, async (trx) => {
      // One after the other for a store, so that two cannot both be the last one.
      await sql`select pg_advisory_xact_lock(hashtext(${`approvals ${storeId}`}))`.execute(trx)
      const open = await listOpen(trx, storeId, now)
      const mine = open.find((one) => one.item_id === item.id && one.asker_id === account.id)
      if (mine) return { data: { id: mine.id } }
      if (open.length >= MOST_APPROVALS)
        throw refuse('approvals.too_many', { params: { most: MOST_APPROVALS } })
      await forgetExpired(trx, storeId, now)
      await trx
        .insertInto('approval_requests')
        .values({
          id,
          store_id: storeId,
          item_id: item.id,
          plan_id: item.plans.find((plan) => plan.id === body.plan)?.id ?? null,
          asker_id: account.id,
          asker_name: account.name,
          asker_email: account.email,
          locale: ctx.locale,
          note: body.note,
          created_at: now,
          expires_at: secondsAfter(now, APPROVAL_DAYS * DAY),
        })
        .execute()
      await recordOwnerNotice(ctx, trx, storeId, {
        kind: 'approval_asked',
        approvalId: id,
        facts: { itemId: item.id, person: account.name },
      })
      return { data: { id } }
    })
  },
})

const listOpen = (db: Db, storeId: string, now: Date) =>
  db
    .selectFrom('approval_requests')
    .select(['id', 'item_id', 'asker_id'])
    .where('store_id', '=', storeId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .execute()

/** One that nobody answered leaves room for another. */
const forgetExpired = (trx: Db, storeId: string, now: Date) =>
  trx
    .deleteFrom('approval_requests')
    .where('store_id', '=', storeId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()

export const listApprovals = defineOperation({
  ...contract.listApprovals,
  run: async (ctx) => {
    const now = ctx.clock.now()
    const rows = await ctx.db
      .selectFrom('approval_requests')
      .selectAll()
      .where('store_id', '=', ctx.actor.storeId)
      .where('created_at', '>', secondsAfter(now, -(APPROVAL_DAYS + SHOWN_DAYS) * DAY))
      .where((on) =>
        on.or([
          on.and([on('state', '=', 'open'), on('expires_at', '>', now)]),
          on('decided_at', '>', secondsAfter(now, -SHOWN_DAYS * DAY)),
        ]),
      )
      .$if(!isOwner(ctx), (query) => query.where('asker_id', '=', ctx.actor.account.id))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    const shown = await Promise.all(rows.map((row) => present(ctx, row)))
    return wholeList(shown.flat())
  },
})

type Row = Awaited<ReturnType<ReturnType<typeof selectAll>['execute']>>[number]
const selectAll = (db: Db) => db.selectFrom('approval_requests').selectAll()

async function present(ctx: StoreCtx, row: Row) {
  const item = await findItem(ctx, { id: row.item_id }, ctx.locale)
  if (!item) return []
  const plan = item.plans.find((one) => one.id === row.plan_id)
  return [
    {
      id: row.id,
      item: {
        id: item.id,
        slug: item.slug,
        market: item.market,
        name: item.name,
        icon: item.icon,
      },
      plan: plan ? { id: plan.id, name: pickText(plan.name, ctx.locale) } : null,
      step: await stepOf(ctx, item, plan?.kind),
      asker: { name: row.asker_name, is_me: row.asker_id === ctx.actor.account.id },
      note: row.note,
      state: row.state as ApprovalState,
      at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: row.decided_by,
      answer: row.answer,
    },
  ]
}

/** How an owner approves; the same as the item's own page says. */
async function stepOf(
  ctx: StoreCtx,
  item: SaleItem,
  kind: string | undefined,
): Promise<'buy' | 'subscribe' | 'install'> {
  if (item.priceKind === 'free') return 'install'
  if (await findOwnership(ctx, ctx.actor.storeId, item.id)) return 'install'
  const chosen = kind ?? item.plans.find((plan) => plan.kind === 'one_time')?.kind
  return chosen === 'one_time' ? 'buy' : 'subscribe'
}

export const declineApproval = defineOperation({
  ...contract.declineApproval,
  run: async (ctx, { params, body }) => {
    await inTransaction(ctx, async (trx) => {
      const row = await decide(trx, ctx, params.id, {
        state: 'declined',
        answer: body.answer,
        decided_by: ctx.actor.account.name,
      })
      await mailAsker(ctx, trx, row, 'declined')
    })
    return { success: true as const }
  },
})

export const withdrawApproval = defineOperation({
  ...contract.withdrawApproval,
  run: async (ctx, { params }) => {
    await decide(ctx.db, ctx, params.id, { state: 'withdrawn' }, ctx.actor.account.id)
    return { success: true as const }
  },
})

/** Ends an open request of the store; `askerId`: only of this person. */
async function decide(
  db: Db,
  ctx: StoreCtx,
  id: string,
  change: { state: ApprovalState; answer?: string; decided_by?: string },
  askerId?: string,
): Promise<Row> {
  const now = ctx.clock.now()
  const ofStore = db
    .updateTable('approval_requests')
    .set({ ...change, decided_at: now })
    .where('id', '=', id)
    .where('store_id', '=', ctx.actor.storeId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
  const row = await (askerId === undefined ? ofStore : ofStore.where('asker_id', '=', askerId))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse('approvals.decided')
  return row
}

/** The item was installed, by whomever: what people asked for is done. */
export async function finishApprovals(
  services: Services,
  trx: Db,
  { storeId, itemId }: { storeId: string; itemId: string },
): Promise<void> {
  const now = services.clock.now()
  const rows = await trx
    .updateTable('approval_requests')
    .set({ state: 'done', decided_at: now })
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .returningAll()
    .execute()
  for (const row of rows) await mailAsker(services, trx, row, 'done')
}

/** To the address that the platform gave with the person. */
async function mailAsker(
  services: Services,
  trx: Db,
  row: Row,
  outcome: 'done' | 'declined',
): Promise<void> {
  const locale = row.locale as Locale
  const item = await findItem({ db: trx }, { id: row.item_id }, locale)
  if (!item) return
  const { domain, platformId } = await storeOf({ db: trx }, row.store_id)
  const t = mailWords(locale)
  const names = { item: onOneLine(item.name), domain }
  await queueMail(services, trx, {
    key: `approval ${row.id}`,
    to: row.asker_email,
    locale,
    platform: platformId,
    subject: t(`mails.approval.${outcome}_subject`, names),
    paragraphs: [
      t(`mails.approval.${outcome}`, names),
      ...(row.answer ? [t('mails.approval.why'), row.answer] : []),
    ],
    action: {
      label: t('mails.approval.look'),
      url: `${siteOrigin(services, item.market, platformId)}/${item.slug}?hl=${locale.toUpperCase()}`,
    },
    footnote: t('mails.approval.footnote'),
  })
}

/** For "needs you": requests that wait for an owner. */
export const countApprovals = async ({ db, clock }: Ctx, storeId: string): Promise<number> =>
  (await listOpen(db, storeId, clock.now())).length

/** Deletes what ended long ago. */
export const purgeApprovals = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('approval_requests')
    .where('expires_at', '<', secondsAfter(clock.now(), -KEPT_DAYS * DAY))
    .execute()
