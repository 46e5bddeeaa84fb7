import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import type { Marketplace } from './marketplace.ts'
import { call, type Answer, type Owner } from './owner.ts'
import { listBare, publish, zipOf } from './releases.ts'

/** One browser on its way to connect a WordPress site, with what it was given to keep. */
export interface ConnectingBrowser {
  claim: Answer['body']
  handle: string
  call(method: string, path: string, body?: object, token?: string): Promise<Answer>
}

export function browserWith(market: Marketplace, started: Answer): ConnectingBrowser {
  const handle = String(started.body.handle)
  return {
    handle,
    claim: started.body.data,
    call: (method, path, body, token) =>
      call(market, method, `/auth/wordpress${path}`, {
        headers: { 'claim-handle': handle, ...(token && { 'apps-token': token }) },
        ...(body && { body }),
      }),
  }
}

export const startConnecting = async (
  market: Marketplace,
  address: string,
): Promise<ConnectingBrowser> =>
  browserWith(market, await call(market, 'POST', '/auth/wordpress', { body: { address } }))

/**
 * The owner is asked and says yes, or no; what stands in the address with which WordPress sends
 * them back.
 */
export async function approve(
  browser: ConnectingBrowser,
  answer: 'approve' | 'reject' = 'approve',
  { replaces, token, site }: { replaces?: string; token?: string; site?: 'old' } = {},
) {
  const { url } = (
    await browser.call(
      'POST',
      '/question',
      { ...(replaces && { replaces }), ...(site && { site }) },
      token,
    )
  ).body.data
  const back = await fetch(url.replace(/\/\/[a-z]+\.localhost/, '//127.0.0.1'), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${answer}=1`,
  })
  const query = new URL(back.headers.get('location') ?? '').searchParams
  const [user, password] = [query.get('user_login'), query.get('password')]
  return { state: query.get('state') ?? '', ...(user && { user }), ...(password && { password }) }
}

/** What was mailed until now, the newest first; sent as the worker does it. */
export async function sentMails(
  market: Marketplace,
): Promise<{ recipient: string; subject: string; text: string }[]> {
  const queued = await market.services.db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .execute()
  for (const id of new Set([
    ...queued.map((mail) => mail.id),
    ...(await findWaitingMails(market.services)),
  ]))
    await sendMail(market.services, id)
  return market.shop.mails()
}

/** The code in the newest mail. */
export const codeFrom = async (market: Marketplace): Promise<string> =>
  /\n(\d{6})\n/.exec((await sentMails(market))[0]?.text ?? '')?.[1] ?? ''

/** A session that an answer of WordPress, or a code, began. */
export const ownerOf = (
  market: Marketplace,
  { token, store_id: storeId, domain }: { token: string; store_id: string; domain: string },
): Owner => ({
  token,
  storeToken: '',
  storeId,
  domain,
  call: (method, path, options = {}) =>
    call(market, method, path, {
      ...options,
      headers: { 'apps-token': token, ...options.headers },
    }),
})

export const signInBy = async (market: Marketplace, browser: ConnectingBrowser): Promise<Owner> =>
  ownerOf(market, (await browser.call('POST', '/answer', await approve(browser))).body.session)

export const startMove = async (
  market: Marketplace,
  owner: Owner,
  address: string,
): Promise<ConnectingBrowser> =>
  browserWith(market, await owner.call('POST', '/domain/wordpress/move', { body: { address } }))

/** An app for WordPress sites, with one part: at the top of every page. */
export async function publishRibbon(market: Marketplace): Promise<string> {
  const id = await listBare(market, 'ribbon')
  const words = { en: 'A ribbon' }
  await publish(
    market.services,
    id,
    '1.0.0',
    await zipOf('ribbon', '1.0.0', {
      compatibility: { platforms: { 2: '*' } },
      permissions: [{ code: 'design_block', required: true, reason: words }],
      design_blocks: [
        { id: 'band', placement: 2, title: words, summary: words, html: '<p>ribbon</p>' },
      ],
    }),
  )
  return id
}
