import { data } from 'react-router'
import { getItem } from '#modules/catalog/contract.ts'
import { fillTexts } from '#modules/orders/fill-texts.ts'
import { agreementsIn } from '#modules/orders/legal-texts.ts'
import { getInstallation, getProgress, listInstallations } from '#modules/installs/contract.ts'
import { goTo } from '../../go-to.ts'
import { pathsFor } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'

/**
 * Data of the install, update and uninstall screens: the item and its installation on this store. A
 * run may end before the page after the form is rendered; `begun` is then still found, so that the
 * page reports its result. `release`: another version than the latest, for its plan.
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
  const { texts } = agreementsIn(screen.operator.country).data_protection
  return {
    item,
    ...found,
    installation,
    agreement: {
      version: found.plan.agreement.version,
      texts: fillTexts(texts[screen.locale], screen.locale, { operator: screen.operator }),
    },
  }
}

/** A paused installation must be resumed before anything else: redirects to its own page. */
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

/** The item as the market shows it; for one that left the market, what the store has of it. */
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
