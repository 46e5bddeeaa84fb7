import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import type { StoreId } from '../config.ts'
import { breadcrumb, sendPage } from '../front/layout.ts'
import type { ShopContext } from '../front/request.ts'
import type { Said } from '../front/texts.ts'
import { nowSeconds } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { hashToken } from '../storage/visits.ts'
import { keepCredential, MarketSaysNo, type Credential, type Key } from './market-calls.ts'

const sessionSeconds = 3600

interface HostedApp {
  prefix: string
  /** Of its pages on the shop. */
  path: string
  title: Said
  /** Trades the token that the owner was sent with. */
  claim: (token: string, storeId: StoreId) => Promise<Credential | undefined>
}

/**
 * The pages of an app that lives on a shop: only its owner sees them, who came in from the market
 * within the hour.
 */
export function ownerPages(
  platform: Platform,
  storeId: StoreId,
  { prefix, path, title, claim }: HostedApp,
) {
  const { db } = platform
  const cookie = `${prefix}-session`

  async function enter(c: ShopContext, token: string): Promise<Response> {
    let credential: Credential | undefined
    try {
      credential = await claim(token, storeId)
    } catch (error) {
      if (!(error instanceof MarketSaysNo)) throw error
    }
    // A token is good for one use: a reload of the address that it came with is no fault.
    if (!credential) return credentialOf(c) ? c.redirect(path, 303) : outside(c)
    const secret = randomBytes(24).toString('base64url')
    keepCredential(db, storeId, prefix, credential)
    db.transaction(() => {
      db.run(
        'DELETE FROM hosted_session WHERE created_at < ?',
        nowSeconds(platform) - sessionSeconds,
      )
      db.run(
        'INSERT INTO hosted_session VALUES (?, ?, ?, ?)',
        hashToken(secret),
        storeId,
        prefix,
        nowSeconds(platform),
      )
    })
    setCookie(c, cookie, secret, { path, httpOnly: true, sameSite: 'Lax', maxAge: sessionSeconds })
    return c.redirect(path, 303)
  }

  /** Of whoever came in from the market within the hour. */
  function credentialOf(c: ShopContext): Key | undefined {
    const session = getCookie(c, cookie)
    if (session === undefined || c.get('shop').preview) return undefined
    return db.get<Key>(
      `SELECT key_id AS "keyId", secret FROM hosted_credential JOIN hosted_session USING (store_id, prefix)
      WHERE token_hash = ? AND store_id = ? AND prefix = ? AND created_at > ?`,
      hashToken(session),
      storeId,
      prefix,
      nowSeconds(platform) - sessionSeconds,
    )
  }

  function outside(c: ShopContext): Promise<Response> {
    const { t } = c.get('shop')
    return page(
      c,
      403,
      html`<h1 class="h2">${t('appOutside')}</h1><p class="lead">${t('appOutsideText')}</p>
      <a class="btn btn-primary" href="${platform.config.market.app}/account/apps/${prefix}">${t('appOpen')}</a>`,
    )
  }

  async function page(c: ShopContext, status: 200 | 403, inside: Html): Promise<Response> {
    const shop = c.get('shop')
    const answer = await sendPage(c, {
      kind: 'app',
      title: shop.t(title),
      status,
      main: html`<div class="container py-4"><div class="row justify-content-center">
      <div class="col-lg-8">${breadcrumb(shop, { label: shop.t(title) })}${inside}</div></div></div>`,
    })
    // The form's answer leads to the market.
    const policy = answer.headers.get('content-security-policy') ?? ''
    answer.headers.set(
      'content-security-policy',
      policy.replace(`form-action 'self'`, `form-action 'self' ${platform.config.market.app}`),
    )
    answer.headers.set('cache-control', 'no-store')
    return answer
  }
  return { enter, credentialOf, outside, page }
}
