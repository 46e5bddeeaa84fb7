import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { findDueNotices, runInstallation, sendOwnerNotice } from '#modules/installs/public.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { createHttp } from '#lib/http.ts'
import type { Market } from '#lib/market.ts'
import type { Marketplace } from './marketplace.ts'
import type { Answer, Owner } from './owner.ts'

export const AGREEMENT = { version: AGREEMENTS.data_protection.version }
const ALL = ['web_service_user', 'design_block', 'tracking_code']

export const installationPath = (id: string, site: Market = 'app') =>
  site === 'app' ? `/app-store/app/${id}/installation` : `/theme-store/theme/${id}/installation`

export async function idOf(owner: Owner, slug: string, site: Market = 'app'): Promise<string> {
  return (
    await owner.call(
      'GET',
      site === 'app' ? '/app-store/app/detail' : '/theme-store/theme/detail',
      { query: { slug } },
    )
  ).body.data.id as string
}

export const install = (
  owner: Owner,
  id: string,
  { site = 'app', body = {} }: { site?: Market; body?: object } = {},
): Promise<Answer> =>
  owner.call('POST', installationPath(id, site), {
    body: {
      store: owner.storeId,
      permissions: ALL,
      agreement: AGREEMENT,
      order_steps: true,
      ...body,
    },
  })

export const uninstall = (
  owner: Owner,
  id: string,
  site: Market = 'app',
  body: object = {},
): Promise<Answer> =>
  owner.call('DELETE', installationPath(id, site), { body: { store: owner.storeId, ...body } })

/** Asks for the progress, as the screen does, until the run is over. */
export async function finished(owner: Owner, installationId: string): Promise<Answer['body']> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { data } = (await owner.call('GET', `/installations/${installationId}`)).body
    if (
      ['succeeded', 'failed'].includes(data.run.state) &&
      !['installing', 'uninstalling'].includes(data.state)
    )
      return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the run did not end')
}

/**
 * A page of a shop as a visitor gets it, with everything that differs from load to load made even.
 */
export async function shopPage(
  market: Marketplace,
  store: 'store-1' | 'store-2',
  path: string,
): Promise<string> {
  const http = createHttp({ allowOrigins: [market.shop.origin(store)] })
  const text = (await http.request(market.shop.origin(store) + path)).body.toString('utf8')
  return text
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/name="(csrf|token)" value="[^"]*"/g, 'name="$1" value=""')
}

/**
 * Takes every run of a store up until none is left, as the queue would, in the test's own time; the
 * state of the last one.
 */
export async function processRun(
  market: Marketplace,
): Promise<{ kind: string; state: string; failure: string | null }> {
  for (let tries = 0; tries < 40; tries += 1) {
    const run = await market.services.db
      .selectFrom('installation_runs')
      .selectAll()
      .where('state', 'in', ['queued', 'running'])
      .orderBy('turn')
      .limit(1)
      .executeTakeFirst()
    if (!run)
      return market.services.db
        .selectFrom('installation_runs')
        .select(['kind', 'state', 'failure'])
        .orderBy('turn', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    await runInstallation(market.services, run.id).catch(() => {})
  }
  throw new Error('a run did not end')
}

/**
 * What the owners of stores are notified by mail, as the worker does it; the mails that lead to
 * that page.
 */
export async function ownerMails(
  market: Marketplace,
  page: string,
): Promise<{ recipient: string; subject: string; text: string }[]> {
  for (const id of await findDueNotices(market.services)) await sendOwnerNotice(market.services, id)
  // The sweep takes up mails whose own job did not come.
  market.clock.moveSeconds(61)
  for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
  return market.shop.mails().filter((mail) => mail.text.includes(page))
}

export const update = (
  owner: Owner,
  id: string,
  body: object = {},
  site: Market = 'app',
): Promise<Answer> =>
  owner.call('PUT', installationPath(id, site), {
    body: { store: owner.storeId, order_steps: true, ...body },
  })
