import type { Sender } from './send.ts'
import { jsonOf } from './send.ts'

/** Where the parts of a running product answer. */
export interface Sites {
  apps: string
  themes: string
  installer: string
  console: string
  preview: string
  panel: string
}

export interface OwnerSession {
  token: string
  storeToken: string
  storeId: string
  /** Send with a call, they make it this owner's. */
  headers: Record<string, string>
}

const cookiesOf = (headers: Record<string, unknown>): string =>
  ((headers['set-cookie'] as string[] | undefined) ?? [])
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/**
 * Signs a store's owner in as the panel does: its page carries a launch link, which is exchanged
 * for a session.
 */
export async function signInByPanel(
  sender: Sender,
  sites: Pick<Sites, 'apps' | 'themes' | 'panel'>,
  store: string,
  site: 'apps' | 'themes' = 'apps',
): Promise<OwnerSession> {
  const form = await sender.ask({
    origin: sites.panel,
    method: 'POST',
    path: '/sign-in',
    body: Buffer.from(`store=${store}`),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: sites.panel },
  })
  const page = await sender.ask({
    origin: sites.panel,
    method: 'GET',
    path: `/${store}/${site}`,
    headers: { cookie: cookiesOf(form.headers) },
  })
  const html = page.body.toString('utf8').replaceAll('&amp;', '&')
  const [launch, storeToken] = ['apps-token', 'store-token'].map(
    (name) => new RegExp(`[?&]${name}=([^&"]+)`).exec(html)?.[1],
  )
  if (!launch || !storeToken)
    throw new Error(`The panel of ${store} shows no launch link (${page.status})`)
  const answer = await sender.ask({
    origin: sites[site],
    method: 'POST',
    path: '/api/auth/domain',
    headers: { authorization: `Bearer ${launch}`, 'apps-token': launch, 'store-token': storeToken },
  })
  if (answer.status !== 200)
    throw new Error(
      `${store} could not sign in: ${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`,
    )
  const { token, store_id: storeId } = jsonOf(answer) as { token: string; store_id: string }
  return { token, storeToken, storeId, headers: { 'apps-token': token, 'store-token': storeToken } }
}
