import { findWaitingMails, sendMail } from '#contexts/notifications/public.ts'
import type { Marketplace } from './marketplace.ts'
import { call, type Answer } from './owner.ts'

/** One browser on its way to connect a WordPress site, with what it was given to keep. */
export interface ConnectingBrowser {
  claim: Answer['body']
  handle: string
  call(method: string, path: string, body?: object, token?: string): Promise<Answer>
}

export function browserWith(market: Marketplace, started: Answer): ConnectingBrowser {
  const handle = String(started.body.handle)
  return {
    handle, claim: started.body.data,
    call: (method, path, body, token) => call(market, method, `/auth/wordpress${path}`, { headers: { 'claim-handle': handle, ...(token && { 'apps-token': token }) }, ...(body && { body }) }),
  }
}

export const beginAt = async (market: Marketplace, address: string): Promise<ConnectingBrowser> => browserWith(market, await call(market, 'POST', '/auth/wordpress', { body: { address } }))

/** The owner is asked and says yes, or no; what stands in the address with which WordPress sends them back. */
export async function approve(browser: ConnectingBrowser, answer: 'approve' | 'reject' = 'approve', { replaces, token, site }: { replaces?: string; token?: string; site?: 'old' } = {}) {
  const { url } = (await browser.call('POST', '/question', { ...(replaces && { replaces }), ...(site && { site }) }, token)).body.data
  const back = await fetch(url.replace(/\/\/[a-z]+\.localhost/, '//127.0.0.1'), { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `${answer}=1` })
  const query = new URL(back.headers.get('location') ?? '').searchParams
  const [user, password] = [query.get('user_login'), query.get('password')]
  return { state: query.get('state') ?? '', ...(user && { user }), ...(password && { password }) }
}

/** What was mailed until now, the newest first; sent as the worker does it. */
export async function sentMails(market: Marketplace): Promise<{ recipient: string; subject: string; text: string }[]> {
  const queued = await market.services.db.selectFrom('mails').select('id').where('state', '=', 'queued').execute()
  for (const id of new Set([...queued.map(mail => mail.id), ...await findWaitingMails(market.services)])) await sendMail(market.services, id)
  return market.shop.mails()
}
