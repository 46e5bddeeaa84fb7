import { html } from 'hono/html'
import {
  faultKinds,
  faultyCalls,
  frontManners,
  getFault,
  getFrontManner,
  isFaultKind,
  isFrontManner,
  setFault,
  setFrontManner,
} from '../connector/faults.ts'
import { placementCodes, placementSlot } from '../connector/slots.ts'
import { ownCode, setOwnCode } from '../connector/state.ts'
import { issueCredential } from '../storage/seed.ts'
import { setStatus } from '../storage/stores.ts'
import { itemCode } from './item-code.ts'
import { sendPanel, storeRequest } from './layout.ts'
import type { PanelContext } from './layout.ts'
import { placementNames } from './texts.ts'

const codeOf = (value: unknown) => placementCodes.find((code) => code === value)

export function settings(c: PanelContext): Promise<Response> {
  const request = storeRequest(c)
  const { t, platform, store, locale } = request
  const { db } = platform
  const here = `/${store.id}/settings`
  const place = codeOf(c.req.query('place')) ?? '3'
  const key = db.get<{ key_id: string }>(
    'SELECT key_id FROM credential WHERE store_id = ?',
    store.id,
  )
  const open = store.status === 'active'
  const main = html`<h1>${t('settings')}</h1>${
    c.req.query('saved') === undefined ? '' : html`<p class="done" role="status">${t('saved')}</p>`
  }
  <section class="card"><h2>${t('storeStatus')}</h2><p>${t(open ? 'storeOpen' : 'storeClosed')}</p>
    <form method="post" action="${here}/status"><input type="hidden" name="status"
      value="${open ? 'closed' : 'active'}"><button class="${
        open ? 'button danger' : 'button'
      }">${t(open ? 'closeStore' : 'openStore')}</button></form></section>
  <section class="card"><h2>${t('connection')}</h2><p>${t('connectionText')}</p><p><code><bdi>${key?.key_id}</bdi></code></p>
    <form method="post" action="${here}/key"><button class="quiet">${t('renewKey')}</button></form></section>
  <section class="card"><h2>${t('ownCode')}</h2><p>${t('ownCodeText')} <code dir="ltr">nonce="{{csp:nonce}}"</code></p>
    <form class="inline" method="get" action="${here}"><label for="place">${t('place')}</label>
      <select id="place" name="place">${placementCodes.map(
        (code) =>
          html`<option value="${code}"${
            code === place ? html` selected` : ''
          }>${placementNames[code][locale]}</option>`,
      )}</select>
      <button class="quiet">${t('choosePlace')}</button></form>
    <form method="post" action="${here}/code"><input type="hidden" name="place"
      value="${place}"><label for="html">HTML: ${placementNames[place][locale]}</label><textarea id="html" name="html" rows="4"
        dir="ltr" spellcheck="false" maxlength="20000">${ownCode(
          db,
          store.id,
          placementSlot(place),
        )}</textarea><button class="button">${t('save')}</button></form>
    <h3>${t('itemCode')}</h3><p>${t('itemCodeText')}</p>${itemCode(request, place)}</section>
  <section class="card"><h2>${t('front')}</h2><p>${t('frontText')}</p>
    <form class="inline" method="post" action="${here}/front"><label for="manner">${t('behaviour')}</label>
      <select id="manner" name="manner"><option value="">${t('frontItself')}</option>${frontManners.map(
        (manner) =>
          html`<option value="${manner}"${manner === getFrontManner(db, store.id) ? html` selected` : ''}>${t(manner)}</option>`,
      )}
      </select><button class="button">${t('save')}</button></form></section>
  <section class="card"><h2>${t('faults')}</h2><p>${t('faultsText')}</p>
    <form method="post" action="${here}/faults"><div class="scroll"><table class="stack"><thead><tr><th>${t('call')}</th>
      <th>${t('behaviour')}</th><th>${t('times')}</th></tr></thead><tbody>
    ${faultyCalls.map((call) => {
      const fault = getFault(db, store.id, call)
      return html`<tr><td><label for="${call}"><code>${call}</code></label></td><td><select id="${call}" name="${call}">
        <option value="">${t('well')}</option>${faultKinds.map(
          (kind) =>
            html`<option value="${kind}"${kind === fault?.kind ? html` selected` : ''}>${t(kind)}</option>`,
        )}</select></td>
            <td><input type="number" name="${call}-times" min="1" max="999" value="${fault?.times ?? ''}"
              aria-label="${t('times')}: ${call}"></td></tr>`
    })}</tbody></table></div><button class="button">${t('save')}</button></form></section>`
  return sendPanel(c, { title: t('settings'), section: 'settings', store, main })
}

const back = (c: PanelContext, query = '') =>
  c.redirect(`/${c.get('store').id}/settings?saved${query}`, 303)

export async function saveStatus(c: PanelContext): Promise<Response> {
  const { platform, store } = storeRequest(c)
  const { status } = await c.req.parseBody()
  if (status === 'active' || status === 'closed') setStatus(platform.db, store.id, status)
  return back(c)
}

export function renewKey(c: PanelContext): Response {
  const { platform, store } = storeRequest(c)
  issueCredential(platform.db, store.id)
  return back(c)
}

export async function saveCode(c: PanelContext): Promise<Response> {
  const { platform, store } = storeRequest(c)
  const { place, html: code } = await c.req.parseBody()
  const known = codeOf(place)
  if (known !== undefined && typeof code === 'string') {
    setOwnCode(
      platform.db,
      store.id,
      placementSlot(known),
      code.slice(0, 20_000).replaceAll('\r\n', '\n'),
    )
  }
  return back(c, `&place=${known ?? ''}`)
}

export async function saveFront(c: PanelContext): Promise<Response> {
  const { platform, store } = storeRequest(c)
  const { manner } = await c.req.parseBody()
  setFrontManner(
    platform.db,
    store.id,
    typeof manner === 'string' && isFrontManner(manner) ? manner : null,
  )
  return back(c)
}

export async function saveFaults(c: PanelContext): Promise<Response> {
  const { platform, store } = storeRequest(c)
  const form = await c.req.parseBody()
  platform.db.transaction(() => {
    for (const call of faultyCalls) {
      const kind = form[call]
      const times = Number(form[`${call}-times`])
      const wanted = typeof kind === 'string' && isFaultKind(kind)
      setFault(
        platform.db,
        store.id,
        call,
        wanted ? { kind, times: Number.isInteger(times) && times > 0 ? times : null } : null,
      )
    }
  })
  return back(c)
}
