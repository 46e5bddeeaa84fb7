import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import { originOf } from '../platform.ts'
import type { PanelRequest } from './layout.ts'

/**
 * The third choice of the front page: a site that no platform runs, and the app store for any site
 * (S1.6).
 */
export function ownSite({ t, locale, platform }: PanelRequest): Html {
  const site = originOf(platform, 'own-site')
  const { sites } = platform.config.market
  const hl = `?hl=${locale}`
  const link = (href: string, words: string) =>
    html`<a href="${href}${hl}" target="_blank" rel="noreferrer">${words}</a>`
  return html`<section class="own-site"><div class="head"><div><h2>${t('siteTitle')}</h2><bdi class="muted">${platform.hostOf('own-site')}</bdi></div>
    <a class="button" href="${site}/${hl}" target="_blank" rel="noreferrer">${t('siteSee')}</a></div>
    <p>${t('siteText')}</p>
    <ol><li>${link(`${sites}/connect/site`, t('siteConnect'))}: ${t('siteStep1')} ${link('/mailbox', t('siteMailbox'))}</li>
    <li>${link(`${site}/edit`, t('siteEdit'))}: ${t('siteStep2')}</li>
    <li>${link(`${sites}/`, t('siteStore'))}: ${t('siteStep3')}</li></ol></section>`
}
