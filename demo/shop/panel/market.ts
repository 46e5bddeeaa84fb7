import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import type { Market } from '../config.ts'
import { sectionPath, sendPanel, storeRequest } from './layout.ts'
import type { PanelContext } from './layout.ts'
import { createLaunch, isMarketThere, launchAddress } from './launch.ts'
import { personHere } from './session.ts'

const sectionOf = { app: 'apps', theme: 'themes' } as const
const marketOf = (section: string | undefined): Market => (section === 'themes' ? 'theme' : 'app')

/** The market in its frame, signed in with a token that is made with this very page. */
export async function market(c: PanelContext): Promise<Response> {
  const { t, platform, store, locale } = storeRequest(c)
  const kind = marketOf(c.req.path.split('/')[2])
  const section = sectionOf[kind]
  const origin = platform.config.market[kind]
  const here = sectionPath(store, section)
  const silent = (hidden: boolean): Html => html`<div class="notice"
    role="alert" data-market-silent${hidden ? html` hidden` : ''}>
    <h2>${t('marketSilentTitle')}</h2><p>${t('marketSilentText')}</p><a class="button" href="${here}">${t('tryAgain')}</a></div>`
  if (!(await isMarketThere(platform, origin))) {
    return sendPanel(c, {
      title: t(section),
      section,
      store,
      main: html`<h1>${t(section)}</h1>${silent(false)}`,
    })
  }
  const launch = await createLaunch(
    platform,
    store,
    kind,
    locale,
    personHere(c, platform, store.id),
  )
  const main = html`<h1 class="hidden">${t(section)}</h1>
  <form class="new-tab" method="post" action="${here}/open"
    target="_blank"><button class="quiet">${t('openInTab')} <span aria-hidden="true" class="turn">↗</span></button></form>
  ${silent(true)}
  <div class="notice" role="alert" data-session-ended hidden>
    <h2>${t('sessionEnded')}</h2><a class="button" href="/sign-in?next=${here}">${t('signIn')}</a></div>
  <iframe class="market" title="${t(section)}" src="${launchAddress(origin, c.req.query('path'), launch, locale)}"
    data-market="${origin}" data-launch="${here}/launch" allow="payment; clipboard-write; storage-access"
      referrerpolicy="no-referrer"></iframe>`
  return sendPanel(c, { title: t(section), section, store, main, wide: true })
}

/** A fresh token for a frame whose session has ended; only the panel's own page gets it. */
export async function renew(c: PanelContext): Promise<Response> {
  const { platform, store, locale } = storeRequest(c)
  return c.json(
    await createLaunch(
      platform,
      store,
      marketOf(c.req.path.split('/')[2]),
      locale,
      personHere(c, platform, store.id),
    ),
    200,
    { 'cache-control': 'no-store' },
  )
}

/**
 * The market in a tab of its own. The token is made in the moment of the click, so it is always
 * fresh.
 */
export async function openInTab(c: PanelContext): Promise<Response> {
  const { platform, store, locale } = storeRequest(c)
  const kind = marketOf(c.req.path.split('/')[2])
  const launch = await createLaunch(
    platform,
    store,
    kind,
    locale,
    personHere(c, platform, store.id),
  )
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  return c.redirect(launchAddress(platform.config.market[kind], undefined, launch, locale), 303)
}
