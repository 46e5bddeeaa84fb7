import type { Page } from 'playwright-core'
import { findDueMoves, settleMove } from '#modules/installs/public.ts'
import type { Marketplace } from '#test/support/marketplace.ts'
import { codeFrom } from '#test/support/wordpress-owner.ts'
import type { SiteCopy, WordPressSite } from './site.ts'

interface Owner {
  market: Marketplace
  wp: WordPressSite
  page: Page
  ask(holds: boolean, words: string): void
  signIn(page: Page): Promise<void>
}

/**
 * The database with its folder is carried to two other addresses: one is a copy, to the other the
 * site moves (D4). Answers where the shop is then.
 */
export async function copyAndMove(owner: Owner): Promise<SiteCopy> {
  await separateCopy(owner, await owner.wp.copyTo(2))
  const there = await owner.wp.copyTo(3)
  await move(owner, there)
  return there
}

async function approveAt({ market, page, signIn }: Owner, { origin }: SiteCopy): Promise<void> {
  await page.goto(`${market.origins.app}/connect/wordpress`)
  const again = page.getByRole('button', { name: 'Baştan başla' })
  if (await again.isVisible()) await again.click()
  await page.getByLabel('Sitenin adresi').fill(origin)
  await page.getByRole('button', { name: 'Siteme bak' }).click()
  await page.getByRole('link', { name: 'WordPress’e git ve onayla' }).click()
  await signIn(page)
  await page.locator('#approve').click()
  await page.getByRole('heading', { name: 'taşındı mı, yoksa bir kopya mı?' }).waitFor()
}

const idAt = (site: Pick<SiteCopy, 'php'>) =>
  site.php('echo json_encode(get_option("arasta_connector_keys")["store_id"]);')
/**
 * The names of what the plugin there keeps: `["store_id"]` alone once it has forgotten its keys.
 */
export const keysAt = (site: Pick<SiteCopy, 'php'>) =>
  site
    .php('echo json_encode(array_keys(get_option("arasta_connector_keys")));')
    .then((names) => JSON.stringify(names))

async function separateCopy(owner: Owner, copy: SiteCopy): Promise<void> {
  const { wp, page, ask } = owner
  const id = await idAt(wp)
  ask(
    (await idAt(copy)) === id && (await wp.read(copy.origin)).includes('Ribbon'),
    'the copy does not carry what the original has',
  )
  await approveAt(owner, copy)
  await page.getByRole('button', { name: 'Bu bir kopya, ayrı tut' }).click()
  await page.getByRole('heading', { name: 'sitende onayla' }).waitFor()
  ask(
    (await idAt(copy)) !== id && (await keysAt(copy)) === '["store_id"]',
    'the copy still has the identity or the keys of the original',
  )
  ask(!(await wp.read(copy.origin)).includes('Ribbon'), 'the app is still on the copy')
  ask(
    (await idAt(wp)) === id && (await wp.read('/')).includes('Ribbon'),
    'the original was touched',
  )
}

async function move(owner: Owner, there: SiteCopy): Promise<void> {
  const { market, wp, page, ask } = owner
  const id = await idAt(wp)
  await approveAt(owner, there)
  await page.getByRole('button', { name: 'Evet, buraya taşındı' }).click()
  await page.getByRole('button', { name: 'Kodu gönder' }).click()
  await page.getByLabel('6 haneli kod').waitFor()
  await page.getByLabel('6 haneli kod').fill(await codeFrom(market))
  await page.getByRole('button', { name: 'Siteyi taşı' }).click()
  await page.getByText('adresinden taşındı').waitFor()
  for (const move of await findDueMoves(market.services)) await settleMove(market.services, move)
  ask(
    (await idAt(there)) === id && (await wp.read(there.origin)).includes('Ribbon'),
    'the app did not come along to the new address',
  )
  ask(
    !(await wp.read('/')).includes('Ribbon') && (await keysAt(wp)) === '["store_id"]',
    'the old address did not let go',
  )
  await page.reload()
  await page.getByText('eski adreste bizden bir şey kalmadı').waitFor()
}
