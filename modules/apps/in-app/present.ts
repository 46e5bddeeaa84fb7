import { importJWK, SignJWT } from 'jose'
import type { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import type { Services } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import type { purchase } from './contract.ts'
import type { PurchaseRow } from './data.ts'
import { RECEIPT_SECONDS, RECEIPT_TYPE, stateOf } from './rules.ts'

type Needs = Pick<Services, 'origins' | 'sites' | 'signingKey' | 'clock'>

/** What an app is told of a purchase, without the receipt. */
export function factsOf(row: PurchaseRow) {
  return {
    purchase_id: row.id,
    order_number: row.number,
    product_id: row.product_id ?? '',
    kind: row.product_kind as 'permanent',
    quantity: (row.product as { quantity: number }).quantity,
    state: stateOf(row.state),
    total: toMajor(row.total_minor),
    refunded: toMajor(row.refunded_minor),
    currency: row.currency as Currency,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    consumed_at: row.consumed_at?.toISOString() ?? null,
  }
}

/** A purchase as its app sees it. */
export async function presentPurchase(
  services: Needs,
  row: PurchaseRow,
): Promise<z.input<typeof purchase>> {
  const facts = factsOf(row)
  return {
    ...facts,
    checkout_url:
      facts.state === 'open'
        ? `${siteOrigin(services, 'app', row.platform_id)}/checkout/${row.slug}?order=${row.number}`
        : null,
    receipt: row.paid_at ? await signReceipt(services, row, facts) : null,
  }
}

/**
 * What proves a purchase to whoever has our public key (`/.well-known/arasta-keys.json`), without
 * asking us: the app's own pages too. It tells how things stand when it is made; an app asks for a
 * new one before its day is over.
 */
async function signReceipt(
  { origins, signingKey, clock }: Needs,
  row: PurchaseRow,
  facts: ReturnType<typeof factsOf>,
): Promise<string> {
  const { purchase_id, created_at: _created, expires_at: _expires, ...told } = facts
  const now = clock.now()
  return new SignJWT(told)
    .setProtectedHeader({ alg: 'EdDSA', kid: signingKey.kid, typ: RECEIPT_TYPE })
    .setIssuer(origins.app)
    .setAudience(row.prefix)
    .setSubject(row.store_id)
    .setJti(purchase_id)
    .setIssuedAt(now)
    .setExpirationTime(secondsAfter(now, RECEIPT_SECONDS))
    .sign(await importJWK({ ...signingKey }, 'EdDSA'))
}
