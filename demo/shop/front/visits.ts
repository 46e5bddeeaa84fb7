import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import { effectsOf } from '../connector/effects.ts'
import type { ShopRequest } from './request.ts'

/** The market's measuring script (Store Connector protocol, section 7), as it was read and approved. */
const FILE = 'loader/visits-1.0.0.js'
const INTEGRITY = 'sha384-imomPakT27Nvz8Ey2XgkkTRIUMt1M7oShKo35pg8DR+50OQdl5aQ0sKBbm8iuplm'

/** While items are on the shop; never a preview, and no page of an order. */
export const isMeasured = ({ platform, store, preview }: ShopRequest, page: string): boolean =>
  !preview &&
  !page.startsWith('order-') &&
  effectsOf(platform.db, store.id).some((effect) => effect.kind !== 'web_service_user')

/** Before everything of items, so that it sees their errors. */
export const visitScript = ({ platform, nonce }: ShopRequest): Html =>
  html`<script src="${platform.config.installer}/${FILE}" integrity="${INTEGRITY}" crossorigin="anonymous" nonce="${nonce}" defer></script>
`
