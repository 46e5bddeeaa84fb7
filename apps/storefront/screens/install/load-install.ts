import { data } from 'react-router'
import { getItem } from '#modules/catalog/contract.ts'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { getInstallation, getProgress, listInstallations } from '#modules/installs/contract.ts'
import { goTo } from '../../go-to.ts'
import { pathsFor } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'

/**
 * What the install, update and uninstall screens stand on: the item, and how it stands on this
 * store. Work may be over before the page that follows the press is made; `begun` is then still
 * found, so that the page says how it ended and not that there is nothing. `release`: another
 * version than the latest, for the plan of the way there.
 */
export async function loadInstallation(
  screen: ScreenContext,
  slug: string,
  begun: string | null,
  release?: string,
) {
  const item = await itemOf(screen, slug)
  const { data: found } = await screen.call(getInstallation, {
    params: { id: item.id },
    query: { ...(release && { release }) },
  })
  const ended =
    found.installation === null && begun
      ? await screen.attempt(getProgress, { params: { id: begun } })
      : null
  const installation =
    ended?.ok && ended.answer.data.item.id === item.id ? ended.answer.data : found.installation
  return {
    item,
    ...found,
    installation,
    agreement: {
      version: found.plan.agreement.version,
      texts: AGREEMENTS.data_protection.texts[screen.locale],
    },
  }
}

/**
 * What is paused is neither installed nor brought to another version before it is resumed: its own
 * page says so.
 */
export async function sendPaused<Page extends InstallData>(
  screen: ScreenContext,
  slug: string,
  loading: Promise<Page>,
): Promise<Page> {
  const page = await loading
  if (page.installation && ['pausing', 'paused', 'resuming'].includes(page.installation.state))
    throw goTo(pathsFor(screen.framed).installation(slug))
  return page
}

/**
 * The item as the market shows it; one that left the market, as far as the store that has it knows
 * it.
 */
export async function itemOf(screen: ScreenContext, slug: string) {
  const result = await screen.attempt(getItem, { query: { slug } })
  if (result.ok) {
    const { id, name, icon, market, swatches, ground, cover, permissions, links, price } =
      result.answer.data
    return {
      id,
      slug,
      name,
      icon,
      market,
      swatches,
      ground,
      cover,
      permissions,
      goToApp: links.go_to_app,
      paid: price > 0,
    }
  }
  const { data: installations } = await screen.call(listInstallations)
  const installed = installations.find(
    (one) => one.item.slug === slug && one.item.market === screen.market,
  )
  if (!installed) throw data(result.error, { status: result.error.statusCode })
  return {
    ...installed.item,
    ground: null,
    cover: null,
    permissions: [],
    goToApp: installed.go_to_app,
    paid: installed.paid !== null,
  }
}
export type InstallData = Awaited<ReturnType<typeof loadInstallation>>
