import { getItem } from '#contexts/catalog/contract.ts'
import { AGREEMENTS } from '#contexts/checkout/legal-texts.ts'
import { getInstallation, getProgress } from '#contexts/installs/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** Names the installation that a form has begun or ended, in the address that it leads to. */
export const BEGUN = 'installation'

/**
 * What the install and uninstall screens stand on: the item, and how it stands on this store. Work may be over before the page that
 * follows the press is made; `begun` is then still found, so that the page says how it ended and not that there is nothing.
 */
export async function loadInstallation(screen: ScreenContext, slug: string, begun: string | null) {
  const { data: item } = await screen.call(getItem, { query: { slug } })
  const { data: found } = await screen.call(getInstallation, { params: { id: item.id } })
  const ended = found.installation === null && begun ? await screen.attempt(getProgress, { params: { id: begun } }) : null
  const installation = ended?.ok && ended.answer.data.item.id === item.id ? ended.answer.data : found.installation
  return {
    item: {
      id: item.id,
      slug: item.slug,
      name: item.name,
      icon: item.icon,
      market: item.market,
      swatches: item.swatches,
      ground: item.ground,
      cover: item.cover,
      permissions: item.permissions,
      goToApp: item.links.go_to_app,
      paid: item.price > 0,
    },
    ...found,
    installation,
    agreement: { version: found.plan.agreement.version, texts: AGREEMENTS.data_protection.texts[screen.locale] },
  }
}
export type InstallData = Awaited<ReturnType<typeof loadInstallation>>
