import type { Locator, Page } from 'playwright-core'
import { type Locale, type MessageParams, makeTranslate, forEachLocale } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { plain, type ConsoleMessages } from './console-messages.ts'
import type { WantedVersion } from './next-release.ts'
import { readAllMessages } from '#locales/read.ts'

const MESSAGES = forEachLocale(readAllMessages)
const translators = forEachLocale((locale) =>
  makeTranslate<MessageKey>(readAllMessages(locale), locale),
)

/** Who walks, through which item, in which language. */
export interface OwnerBrowser {
  page: Page
  heard: ConsoleMessages
  origin: string
  locale: Locale
  slug: string
  name: string
  /** Something that a screen said and that is not so. */
  say: (what: string) => void
}

export const words = (
  { locale }: OwnerBrowser,
  key: MessageKey,
  params: MessageParams = {},
): string => plain(translators[locale](key, params))
/** Isolates stand around values in Arabic; `plain` has removed them from what is looked for. */
const MARKS = '[\\u200e\\u200f\\u2066-\\u2069]*'
/** Words as a pattern; `…` stands for what is not known beforehand. */
const pattern = (text: string) =>
  new RegExp(
    `^\\s*${['', ...text, '']
      .map((letter) => (letter === '…' ? '.*' : letter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join(MARKS)}\\s*$`,
  )

const visible = (at: Locator) => at.locator('visible=true').first()
const linkTo = ({ page }: OwnerBrowser, path: string) =>
  visible(page.locator(`main a[href^="${path}"]`))
const linkNamed = ({ page }: OwnerBrowser, text: string) =>
  visible(page.getByRole('link', { name: pattern(text) }))
const buttonNamed = ({ page }: OwnerBrowser, text: string) =>
  visible(page.locator('main').getByRole('button', { name: pattern(text) }))
export const goTo = (walk: OwnerBrowser, path: string) =>
  walk.page.goto(`${walk.origin}${path}?hl=${walk.locale}`)

/**
 * Waits until the page says this over everything else; whatever comes instead is notified when
 * nothing more comes.
 */
async function untilHeading(walk: OwnerBrowser, text: string): Promise<void> {
  try {
    await walk.page.waitForFunction(
      (wanted) => {
        const said = (document.querySelector('h1')?.textContent ?? '')
          .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim()
        return said === wanted
      },
      text,
      { polling: 50 },
    )
  } catch (error) {
    throw new Error(
      `"${text}" did not come; the page said "${walk.heard.words.slice(-4).join('", "')}"`,
      { cause: error },
    )
  }
}

const mainText = async ({ page }: OwnerBrowser) => plain(await page.locator('main').innerText())

async function expectWords(
  walk: OwnerBrowser,
  where: string,
  texts: readonly string[],
): Promise<void> {
  const said = (await mainText(walk)).toLocaleLowerCase(walk.locale)
  for (const text of texts)
    if (!said.includes(plain(text).toLocaleLowerCase(walk.locale)))
      walk.say(`${where} does not say "${text}"`)
}

/** Ticks every visible checkbox; switches are set elsewhere. */
async function tickBoxes({ page }: OwnerBrowser): Promise<void> {
  for (const box of await page
    .locator('main form input[type=checkbox]:not([role=switch]):not([name^="card."])')
    .all())
    if (await box.isVisible()) await box.check()
}

/** Optional permissions are off until the owner turns them on. */
async function grantOptionalPermissions({ page }: OwnerBrowser): Promise<void> {
  await page.locator('main form').first().waitFor()
  for (const option of await page.locator('main form [role=switch]').all())
    if (await option.isVisible()) await option.check()
}

/**
 * Every form of "so many of so many steps"; in some of them, as in Arabic's for none and for one,
 * the first number is a word.
 */
function stepsOf({ locale }: OwnerBrowser): RegExp[] {
  const message = MESSAGES[locale]['installs.progress']
  const forms = typeof message === 'object' ? Object.values(message) : [message ?? '']
  return forms.map(
    (form) =>
      new RegExp(`^${form.replace('{count}', '(?<done>\\d+)').replace('{all}', '(?<all>\\d+)')}$`),
  )
}

/**
 * Presses, and reads along until the work has ended: steps are counted up, and no more than there
 * are.
 */
async function submitAndWatch(walk: OwnerBrowser, button: Locator, end: string): Promise<void> {
  const from = walk.heard.words.length
  await button.click()
  await untilHeading(walk, end)
  // In Turkish the second number comes first.
  const steps = stepsOf(walk)
  let last = -1
  for (const heading of walk.heard.words.slice(from)) {
    const { done, all } =
      steps.map((form) => form.exec(heading)?.groups).find((found) => found !== undefined) ?? {}
    if (all === undefined) continue
    if (Number(done ?? last) < last || Number(done ?? 0) > Number(all))
      walk.say(`the steps went from ${last} to "${heading}"`)
    last = Number(done ?? Math.max(last, 0))
  }
  walk.heard.works += 1
  if (last >= 0) walk.heard.withSteps += 1
}

/** How an item is sold: not at all, once, or by month, year or use. */
export type Sale = 'free' | 'once' | 'by_period'

/** From the item's own page to the plan; what costs something is paid on the way. */
export async function openPlan(walk: OwnerBrowser, sale: Sale, atBank: boolean): Promise<void> {
  await goTo(walk, `/${walk.slug}`)
  if (sale === 'free') return linkTo(walk, `/install/${walk.slug}`).click()
  if (sale === 'once') await linkTo(walk, `/checkout/${walk.slug}`).click()
  else {
    await linkTo(walk, `/subscribe/${walk.slug}`).click()
    await visible(walk.page.locator('main button[name="intent"][value="start"]')).click()
    await walk.page.waitForURL(/\/(?:checkout|install)\//)
    // What is paid by use costs nothing yet.
    if (walk.page.url().includes('/install/')) return
  }
  await linkNamed(walk, words(walk, 'checkout.buy_only')).click()
  await pay(walk, atBank)
  await untilHeading(walk, words(walk, 'checkout.result.paid'))
  await linkNamed(walk, words(walk, 'checkout.result.next')).click()
}

/** Pays without a word of the bank's unless it is asked for. */
const CARDS = { quiet: '4900000001000002', asked: '5528790000000008' }

async function pay(walk: OwnerBrowser, atBank: boolean): Promise<void> {
  const { page } = walk
  const field = (name: string) => page.locator(`[name="card.${name}"]`)
  // A subscription's card was saved, and would be taken.
  const other = page.getByRole('radio', { name: words(walk, 'pay.card.other') })
  await field('number').or(other).first().waitFor()
  if ((await other.count()) > 0) await other.check()
  await field('number').fill(atBank ? CARDS.asked : CARDS.quiet)
  await field('name').fill('AYŞE DEMİR')
  await field('expiry').fill('12 / 30')
  await field('cvc').fill('123')
  await field('secure_3d').setChecked(atBank)
  await tickBoxes(walk)
  await visible(
    page.getByRole('button', { name: pattern(words(walk, 'in_app.pay', { amount: '…' })) }),
  ).click()
  if (!atBank) return
  await page.locator('input[name="code"]').fill(await page.locator('strong').first().innerText())
  await page.locator('button[value="confirm"]').click()
}

const titlesOf = ({ locale }: OwnerBrowser, { parts }: WantedVersion): string[] =>
  parts.flatMap((part) => part.title[locale] ?? [])

/** S7.6: the plan, its boxes, the work, the end. */
export async function install(walk: OwnerBrowser, wanted: WantedVersion): Promise<void> {
  const count = wanted.parts.length
  await grantOptionalPermissions(walk)
  await untilHeading(walk, words(walk, 'installs.plan', { count }))
  await expectWords(walk, 'the plan', [...titlesOf(walk, wanted), wanted.version])
  await tickBoxes(walk)
  await submitAndWatch(
    walk,
    buttonNamed(walk, words(walk, 'installs.start', { count })),
    words(walk, 'installs.done', { item: walk.name }),
  )
  await expectWords(walk, 'the end of the install', [
    ...titlesOf(walk, wanted),
    words(walk, 'installs.done.version', { version: wanted.version }),
    words(walk, 'installs.count.changes', { count }),
  ])
}

/**
 * S4.7: from the item's own line among what is installed to the new version; answers how many
 * changes the screen promised.
 */
export async function update(
  walk: OwnerBrowser,
  from: WantedVersion,
  to: WantedVersion,
): Promise<number> {
  await goTo(walk, `/account/installed/${walk.slug}`)
  await untilHeading(walk, walk.name)
  await linkNamed(walk, words(walk, 'updates.start', { version: to.version })).click()
  await untilHeading(walk, words(walk, 'update.title', { version: to.version }))
  await expectWords(walk, 'the plan of the update', titlesOf(walk, to))
  const badges = await Promise.all(
    (['changed', 'added', 'removed'] as const).map((what) =>
      walk.page
        .locator('main form')
        .getByText(words(walk, `update.what.${what}`), { exact: true })
        .count(),
    ),
  )
  const promised = badges.reduce((sum, count) => sum + count, 0)
  await expectWords(walk, 'the plan of the update', [
    words(walk, 'update.lead', { count: promised }),
  ])
  await tickBoxes(walk)
  await submitAndWatch(
    walk,
    buttonNamed(walk, words(walk, 'update.start', { version: to.version })),
    words(walk, 'update.done', { item: walk.name, version: to.version }),
  )
  await expectWords(walk, 'the end of the update', [
    words(walk, 'installed.back', { version: from.version }),
  ])
  return promised
}

/** S7.29: back to the version before, from where the update ended. */
export async function rollBack(walk: OwnerBrowser, to: WantedVersion): Promise<void> {
  await linkNamed(walk, words(walk, 'installed.back', { version: to.version })).click()
  await untilHeading(walk, words(walk, 'update.title_back', { version: to.version }))
  await tickBoxes(walk)
  await submitAndWatch(
    walk,
    buttonNamed(walk, words(walk, 'update.start_back', { version: to.version })),
    words(walk, 'update.done', { item: walk.name, version: to.version }),
  )
}

/** S7.30: off with it, and the shop is as it was; before that, what happened when. */
export async function uninstall(
  walk: OwnerBrowser,
  there: WantedVersion,
  next: WantedVersion,
): Promise<void> {
  await goTo(walk, `/account/installed/${walk.slug}`)
  await untilHeading(walk, walk.name)
  const [from, to] = [there.version, next.version]
  await expectWords(walk, 'the history', [
    words(walk, 'history.update', { from, to }),
    words(walk, 'history.update', { from: to, to: from }),
    words(walk, 'history.install_version', { to: from }),
  ])
  await linkNamed(walk, words(walk, 'installs.uninstall.start_short')).click()
  await untilHeading(walk, words(walk, 'installs.uninstall', { item: walk.name }))
  await expectWords(walk, 'the question', titlesOf(walk, there))
  await submitAndWatch(
    walk,
    buttonNamed(walk, words(walk, 'installs.uninstall.start', { count: there.parts.length })).or(
      // A subscription ends with it, and what is left of its period is paid back.
      buttonNamed(walk, words(walk, 'uninstall.start_refund', { amount: '…' })),
    ),
    words(walk, 'installs.uninstall.done'),
  )
}
