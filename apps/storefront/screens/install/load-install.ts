import { getItem } from '#contexts/catalog/contract.ts'
import { AGREEMENTS } from '#contexts/checkout/legal-texts.ts'
import { getInstallation } from '#contexts/installs/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** What the install and uninstall screens stand on: the item, and how it stands on this store. */
export async function loadInstallation(screen: ScreenContext, slug: string) {
  const { data: item } = await screen.call(getItem, { query: { slug } })
  const { data: found } = await screen.call(getInstallation, { params: { id: item.id } })
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
    agreement: { version: found.plan.agreement.version, texts: AGREEMENTS.data_protection.texts[screen.locale] },
  }
}
export type InstallData = Awaited<ReturnType<typeof loadInstallation>>
