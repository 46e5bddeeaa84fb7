import type { StoreActor } from '#kernel/actor.ts'
import type { Db } from '#db/client.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { pickText } from '#lib/locale.ts'
import type { Ctx } from '#kernel/context.ts'
import type { AddressRow } from './addresses/address-data.ts'
import type { OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { fillTexts } from './legal/fill-texts.ts'
import type { LegalText } from './legal/legal-text.ts'
import { AGREEMENTS, shownAgreement, type AgreementKind } from './legal-texts.ts'
import { lineName, type Agreeable } from './product-orders.ts'

interface Given {
  kind: string
  version: string
  /** What was read and agreed to, where it is none of the texts kept here. */
  agreed?: object
}

const permissionsOf = ({ latest }: Pick<Agreeable, 'latest'>) =>
  latest && 'permissions' in latest.manifest && latest.manifest.kind === 'app'
    ? latest.manifest.permissions
    : []

/**
 * S5.4, S5.5, D23: each box for itself and in the version that is in force; nothing is agreed by
 * silence. The version of `permissions` is the release's, for another release may ask for others.
 */
export function requireConsents(item: Agreeable, consents: Given[]): void {
  const has = (kind: string, version: string | undefined) =>
    consents.some((one) => one.kind === kind && one.version === version)
  if (permissionsOf(item).length > 0 && !has('permissions', item.latest?.version)) {
    throw refuse('checkout.permissions_required', {
      fields: { 'consents.permissions': { code: 'checkout.permissions_required' } },
    })
  }
  for (const kind of ['distance_sale', 'data_protection'] as const) {
    if (!has(kind, AGREEMENTS[kind].version))
      throw refuse('checkout.consent_required', {
        fields: { [`consents.${kind}`]: { code: 'checkout.consent_required' } },
      })
  }
}

/**
 * Individuals are treated as consumers: delivery at once, and with it the end of the right of
 * withdrawal, is approved by a box of its own.
 */
export function requireImmediateDelivery(
  address: Pick<AddressRow, 'invoice_type'>,
  consents: Given[],
): void {
  if (address.invoice_type !== 'individual') return
  const given = consents.some(
    (one) =>
      one.kind === 'immediate_delivery' && one.version === AGREEMENTS.immediate_delivery.version,
  )
  if (!given)
    throw refuse('checkout.consent_required', {
      fields: { 'consents.immediate_delivery': { code: 'checkout.consent_required' } },
    })
}

/** `order`: what is being bought; an install or an update agrees to no sale. */
interface Subject {
  item: Agreeable
  order?: OrderRow
}
const isAgreement = (kind: string): kind is AgreementKind => Object.hasOwn(AGREEMENTS, kind)

/**
 * The very words that somebody agreed to, in the language they read them in; of an order with its
 * seller, item and sums.
 */
function agreedTo(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  kind: string,
  { item, order }: Subject,
): object {
  if (!isAgreement(kind))
    return { kind, version: item.latest?.version ?? null, permissions: permissionsOf(item) }
  return shownAgreement(kind, ctx.locale, shownTexts(ctx, kind, { item, ...(order && { order }) }))
}

/**
 * The texts of an agreement in the reader's language; of an order with its seller, item and sums.
 */
function shownTexts(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  kind: AgreementKind,
  { item, order }: Subject,
): readonly LegalText[] {
  const texts = AGREEMENTS[kind].texts[ctx.locale]
  return order === undefined
    ? texts
    : fillTexts(texts, ctx.locale, {
        operator: ctx.operator,
        order: {
          number: order.number,
          item: lineName(order, item, ctx.locale),
          subtotalMinor: order.subtotal_minor,
          discountMinor: order.discount_minor,
          taxMinor: order.tax_minor,
          taxRate: order.tax_rate_bp / 100,
          totalMinor: order.total_minor,
          currency: order.currency,
        },
      })
}

/**
 * What a payment's `consents` have to name, with the words behind each (S7.10); the same words are
 * kept once they are agreed to.
 */
export function agreementsFor(
  ctx: Pick<Ctx, 'locale' | 'operator'>,
  subject: Subject & { order: OrderRow },
) {
  const asked = permissionsOf(subject.item)
  const texts = (['distance_sale', 'data_protection', 'immediate_delivery'] as const).map(
    (kind) => ({
      kind,
      version: AGREEMENTS[kind].version,
      required_of:
        kind === 'immediate_delivery' ? ('individuals' as const) : ('everybody' as const),
      texts: shownTexts(ctx, kind, subject).map(({ id, title, parts }) => ({
        id,
        title,
        parts: [...parts],
      })),
      permissions: null,
    }),
  )
  if (asked.length === 0) return texts
  return [
    ...texts,
    {
      kind: 'permissions' as const,
      version: subject.item.latest?.version ?? '',
      required_of: 'everybody' as const,
      texts: [],
      permissions: asked.map(({ code, required, reason }) => ({
        code,
        required,
        reason: pickText(reason, ctx.locale),
      })),
    },
  ]
}

type Agreed = Subject & { orderId: string | null; consents: Given[] }

/**
 * Rows of who agreed to what, and of the words themselves, each text once; in one order for
 * everybody who keeps the same texts.
 */
export function consentRows(
  ctx: Ctx,
  store: StoreActor,
  { orderId, order, item, consents }: Agreed,
) {
  const now = ctx.clock.now()
  const given = consents.map((one) => {
    const content = canonicalJson(
      one.agreed ?? agreedTo(ctx, one.kind, { item, ...(order && { order }) }),
    )
    return { ...one, content, sha256: sha256Hex(content) }
  })
  return {
    texts: [
      ...new Map(
        given.map(({ sha256, content }) => [sha256, { sha256, content, kept_at: now }]),
      ).values(),
    ].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    consents: given.map(({ kind, version, sha256 }) => ({
      id: newId('con'),
      store_id: store.storeId,
      kind,
      version,
      text_sha256: sha256,
      locale: ctx.locale,
      order_id: orderId,
      item_id: item.id,
      account: JSON.stringify(store.account),
      ip: ctx.address,
      agreed_at: now,
    })),
  }
}

/** Writes down who agreed to what, and keeps the words themselves. */
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
