import { html } from 'hono/html'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { canonicalJson, newId, sha256Hex } from '#lib/ids.ts'
import { directionOf, type Locale, pickText } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { listAgreements as contract } from './contract.ts'
import type { AddressRow, OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { fillTexts, type LegalText } from './fill-texts.ts'
import { AGREEMENTS, type AgreementKind, agreementsIn, shownAgreement } from './legal-texts.ts'
import {
  boughtTogether,
  type ConsentItem,
  findOrderForSale,
  linesForSale,
  lineName,
} from './order-facts.ts'

interface Given {
  kind: string
  version: string
  /** Of permissions in an order of several items: the id of theirs. */
  item?: string | undefined
  /** What was agreed to, where it is not one of AGREEMENTS. */
  agreed?: object
}

const permissionsOf = ({ latest }: Pick<ConsentItem, 'latest'>) =>
  latest && 'permissions' in latest.manifest && latest.manifest.kind === 'app'
    ? latest.manifest.permissions
    : []

/**
 * Each consent must be given explicitly and in the current version (S5.4, S5.5, D23). Permissions
 * are versioned by release, and agreed to item by item.
 */
export function requireConsents(
  { operator }: Pick<Ctx, 'operator'>,
  items: readonly ConsentItem[],
  consents: Given[],
): void {
  const has = (kind: string, version: string | undefined) =>
    consents.some((one) => one.kind === kind && one.version === version)
  for (const item of items) {
    const isAgreed = consents.some(
      (one) =>
        one.kind === 'permissions' &&
        one.version === item.latest?.version &&
        itemOf(one, items) === item,
    )
    if (permissionsOf(item).length > 0 && !isAgreed)
      throw refuse('checkout.permissions_required', {
        fields: { 'consents.permissions': { code: 'checkout.permissions_required' } },
      })
  }
  for (const kind of ['distance_sale', 'data_protection'] as const) {
    if (!has(kind, agreementsIn(operator.country)[kind].version))
      throw refuse('checkout.consent_required', {
        fields: { [`consents.${kind}`]: { code: 'checkout.consent_required' } },
      })
  }
}

/** The item that a consent to permissions is about; of one that is bought alone it needs no name. */
const itemOf = ({ item: id }: Given, items: readonly ConsentItem[]): ConsentItem | undefined =>
  id === undefined && items.length === 1 ? items[0] : items.find((item) => item.id === id)

/**
 * Individuals are consumers: immediate delivery ends the right of withdrawal and needs its own
 * consent.
 */
export function requireImmediateDelivery(
  { operator }: Pick<Ctx, 'operator'>,
  address: Pick<AddressRow, 'invoice_type'>,
  consents: Given[],
): void {
  if (address.invoice_type !== 'individual') return
  const { version } = agreementsIn(operator.country).immediate_delivery
  const given = consents.some((one) => one.kind === 'immediate_delivery' && one.version === version)
  if (!given)
    throw refuse('checkout.consent_required', {
      fields: { 'consents.immediate_delivery': { code: 'checkout.consent_required' } },
    })
}

/** `order`: what is bought; installs and updates have none. */
interface Subject {
  item: ConsentItem
  order?: OrderRow
}
const isAgreement = (kind: string): kind is AgreementKind => Object.hasOwn(AGREEMENTS, kind)

/** The exact text of a consent, in the reader's language. */
function consentContent(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  kind: string,
  { item, order }: Subject,
): object {
  if (!isAgreement(kind))
    return { kind, version: item.latest?.version ?? null, permissions: permissionsOf(item) }
  return shownAgreement(
    kind,
    ctx.locale,
    agreementsIn(ctx.operator.country)[kind],
    shownTexts(ctx, kind, { item, ...(order && { order }) }),
  )
}

/** The texts of an agreement in the reader's language; with an order, filled in with its facts. */
function shownTexts(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  kind: AgreementKind,
  { item, order }: Subject,
): readonly LegalText[] {
  const texts = agreementsIn(ctx.operator.country)[kind].texts[ctx.locale]
  return fillTexts(texts, ctx.locale, {
    operator: ctx.operator,
    ...(order && {
      order: {
        number: order.number,
        lines: item.together ?? [
          { name: lineName(order, item, ctx.locale), taxRate: order.tax_rate_bp / 100 },
        ],
        subtotalMinor: order.subtotal_minor,
        discountMinor: order.discount_minor,
        taxMinor: order.tax_minor,
        totalMinor: order.total_minor,
        currency: order.currency,
      },
    }),
  })
}

/** The consents that a payment must name, with their texts (S7.10). */
function agreementsFor(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  { items, ...subject }: Subject & { order: OrderRow; items: readonly ConsentItem[] },
  hasAgreedBefore: boolean,
) {
  const texts = (['distance_sale', 'data_protection', 'immediate_delivery'] as const).map(
    (kind) => ({
      kind,
      version: agreementsIn(ctx.operator.country)[kind].version,
      required_of:
        kind === 'immediate_delivery' ? ('individuals' as const) : ('everybody' as const),
      texts: shownTexts(ctx, kind, subject).map(({ id, title, parts }) => ({
        id,
        title,
        parts: [...parts],
      })),
      agreed_before: kind === 'data_protection' && hasAgreedBefore,
      permissions: null,
      item: null,
    }),
  )
  return [
    ...texts,
    ...items
      .filter((item) => permissionsOf(item).length > 0)
      .map((item) => ({
        kind: 'permissions' as const,
        version: item.latest?.version ?? '',
        required_of: 'everybody' as const,
        texts: [],
        agreed_before: false,
        permissions: permissionsOf(item).map(({ code, required, reason }) => ({
          code,
          required,
          reason: pickText(reason, ctx.locale),
        })),
        item: { id: item.id, name: item.name },
      })),
  ]
}

type Agreed = Subject & {
  orderId: string | null
  consents: Given[]
  /** All that are bought together; `item` names them in texts. */
  items?: readonly ConsentItem[]
}

/**
 * What a consent is about, a row for each: permissions of their item, data protection of every one,
 * because each asks for it at its next install; other texts of the order.
 */
function subjectsOf(given: Given, item: ConsentItem, items: readonly ConsentItem[]) {
  if (given.kind === 'data_protection') return items.map(({ id }) => ({ item, id }))
  if (isAgreement(given.kind)) return [{ item, id: items.length === 1 ? item.id : null }]
  const own = itemOf(given, items)
  return own ? [{ item: own, id: own.id }] : []
}

/**
 * Rows for consents and their texts, each text once and sorted, so that concurrent inserts do not
 * deadlock.
 */
export function consentRows(
  ctx: Ctx,
  store: StoreActor,
  { orderId, order, item, items = [item], consents }: Agreed,
) {
  const now = ctx.clock.now()
  const given = consents.flatMap((one) =>
    subjectsOf(one, item, items).map((subject) => {
      const content = canonicalJson(
        one.agreed ??
          consentContent(ctx, one.kind, { item: subject.item, ...(order && { order }) }),
      )
      return { ...one, itemId: subject.id, content, sha256: sha256Hex(content) }
    }),
  )
  return {
    texts: [
      ...new Map(
        given.map(({ sha256, content }) => [sha256, { sha256, content, kept_at: now }]),
      ).values(),
    ].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    consents: given.map(({ kind, version, itemId, sha256 }) => ({
      id: newId('con'),
      store_id: store.storeId,
      kind,
      version,
      text_sha256: sha256,
      locale: ctx.locale,
      order_id: orderId,
      item_id: itemId,
      account: JSON.stringify(store.account),
      ip: ctx.address,
      agreed_at: now,
    })),
  }
}

export async function recordConsents(
  db: Db,
  ctx: Ctx,
  store: StoreActor,
  given: Agreed,
): Promise<void> {
  if (given.consents.length === 0) return
  const { texts, consents } = consentRows(ctx, store, given)
  await db
    .with('texts', (query) =>
      query
        .insertInto('agreed_texts')
        .values(texts)
        .onConflict((conflict) => conflict.column('sha256').doNothing()),
    )
    .insertInto('consents')
    .values(consents)
    .execute()
}

type Agreeing = Pick<Services, 'db' | 'operator'>

const dataProtection = ({ db, operator }: Agreeing, storeId: string) =>
  db
    .selectFrom('consents')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'data_protection')
    .where('version', '=', agreementsIn(operator.country).data_protection.version)

/**
 * Whether the store agreed to the current data protection text for this item, at checkout or
 * install.
 */
export const hasAgreed = async (
  services: Agreeing,
  storeId: string,
  itemId: string,
): Promise<boolean> =>
  (await dataProtection(services, storeId)
    .select('id')
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The items for which the store agreed to the current data protection text. */
export async function listAgreedItems(
  services: Agreeing,
  storeId: string,
  itemIds: readonly string[],
): Promise<Set<string | null>> {
  if (itemIds.length === 0) return new Set()
  const rows = await dataProtection(services, storeId)
    .select('item_id')
    .distinct()
    .where('item_id', 'in', itemIds)
    .execute()
  return new Set(rows.map((row) => row.item_id))
}

/** Whether the store approved the permissions of this release at checkout. */
export const hasApprovedPermissions = async (
  db: Db,
  storeId: string,
  itemId: string,
  version: string,
): Promise<boolean> =>
  (await db
    .selectFrom('consents')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('kind', '=', 'permissions')
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Consents to permissions and to code on order pages, newest first. */
export const listApprovals = (db: Db, storeId: string) =>
  db
    .selectFrom('consents')
    .select(['item_id', 'agreed_at', 'kind', 'version', 'text_sha256'])
    .select(sql<string | null>`account ->> 'name'`.as('name'))
    .where('store_id', '=', storeId)
    .where('kind', 'in', ['permissions', 'order_steps'])
    .orderBy('agreed_at', 'desc')
    .execute()

/** Language of the store's latest consent. */
export const findConsentLocale = async (db: Db, storeId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('consents')
      .select('locale')
      .where('store_id', '=', storeId)
      .orderBy('agreed_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.locale

/** The agreements of an order for clients of the API (S7.10). */
export const listAgreements = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const order = await findOrderForSale(ctx.db, params.order_number, ctx.actor.storeId)
    if (!order) throw refuse('checkout.order_not_found')
    const before = await dataProtection(ctx, ctx.actor.storeId).select('id').limit(1).execute()
    const lines = await linesForSale(ctx.db, order, ctx.locale)
    const subject = { order, item: boughtTogether(lines), items: lines.map((one) => one.bought) }
    return wholeList(agreementsFor(ctx, subject, before.length > 0))
  },
})

interface StoredAgreement {
  version: string
  texts: LegalText[]
}

/** The agreements of an order, in the words and language in which they were shown. */
async function findAgreedTexts(
  db: Db,
  orderId: string,
): Promise<{ orderNumber: string; agreement: StoredAgreement; sha256: string; agreedAt: Date }[]> {
  const rows = await db
    .selectFrom('consents')
    .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
    .innerJoin('orders', 'orders.id', 'consents.order_id')
    .distinctOn('kind')
    .select(['orders.number', 'kind', 'sha256', 'agreed_at', 'content'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['distance_sale', 'immediate_delivery', 'data_protection'])
    .orderBy('kind')
    .orderBy('agreed_at', 'desc')
    .execute()
  return rows.map((row) => ({
    orderNumber: row.number,
    agreement: row.content as unknown as StoredAgreement,
    sha256: row.sha256,
    agreedAt: row.agreed_at,
  }))
}

/** A self-contained HTML document with the agreed texts, their time and hash; null without any. */
export async function renderAgreedTexts(
  db: Db,
  orderId: string,
  locale: Locale,
): Promise<{ orderNumber: string; page: string } | null> {
  const agreed = await findAgreedTexts(db, orderId)
  const orderNumber = agreed[0]?.orderNumber
  if (orderNumber === undefined) return null
  const page = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${orderNumber}</title>
<style>body{margin:2rem auto;max-width:42rem;padding:0 1rem;font:16px/1.6 'Albert Sans','Vazirmatn',system-ui,sans-serif;color:#131f2c}h1{font-size:1.5rem;margin-top:2.5rem}h2{font-size:1rem;margin-bottom:0}p{margin-top:.25rem}small{color:#5a6470;overflow-wrap:anywhere}</style></head>
<body>
${agreed.map(
  ({ agreement, sha256, agreedAt }) => html`${agreement.texts.map(
    (text) => html`<h1>${text.title}</h1>
${text.parts.map((part) => html`<h2>${part.heading}</h2><p>${part.text}</p>`)}`,
  )}
<p><small dir="ltr">${orderNumber} · ${agreement.version} · ${agreedAt.toISOString()} · SHA-256 ${sha256}</small></p>`,
)}
</body></html>
`
  return { orderNumber, page: String(await page) }
}
