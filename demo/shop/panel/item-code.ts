import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import { editEffect, layersOf, removeEffect } from '../connector/effects.ts'
import { placementSlot } from '../connector/slots.ts'
import type { PlacementCode } from '../connector/slots.ts'
import { nowSeconds } from '../platform.ts'
import { storeRequest } from './layout.ts'
import type { PanelContext, StoreRequest } from './layout.ts'

/**
 * What items put into a placement, for the owner to write into or to take away: to the market it is
 * a change "by somebody else".
 */
export function itemCode({ t, platform, store }: StoreRequest, place: PlacementCode): Html {
  const layers = layersOf(platform.db, store.id, placementSlot(place))
  if (layers.length === 0) return html`<p>${t('itemCodeNone')}</p>`
  return html`${layers.map((layer) => {
    const { html: code } = JSON.parse(layer.content) as { html: string }
    const id = `layer-${layer.effectId}`
    return html`<form method="post" action="/${store.id}/settings/item-code"><input type="hidden" name="place" value="${place}"><input
      type="hidden" name="effect" value="${layer.effectId}"><label for="${id}"><bdi>${layer.prefix} ${layer.version}</bdi></label><textarea
      id="${id}" name="html" rows="4" dir="ltr" spellcheck="false" maxlength="20000">${code}</textarea><button class="button" name="do"
      value="save">${t('save')}</button> <button class="quiet" name="do" value="remove">${t('itemCodeRemove')}</button></form>`
  })}`
}

export async function saveItemCode(c: PanelContext): Promise<Response> {
  const { platform, store } = storeRequest(c)
  const { effect, html: code, do: intent, place } = await c.req.parseBody()
  if (typeof effect === 'string') {
    if (intent === 'remove') removeEffect(platform, store.id, effect, nowSeconds(platform))
    else if (typeof code === 'string')
      editEffect(platform, store.id, effect, code.slice(0, 20_000).replaceAll('\r\n', '\n'))
  }
  return c.redirect(
    `/${store.id}/settings?saved&place=${typeof place === 'string' ? encodeURIComponent(place) : ''}`,
    303,
  )
}
