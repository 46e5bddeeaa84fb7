import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

export const field = (page: Page, name: string) =>
  page.locator(`main [name="${name}"]:not([type=hidden])`)
export const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/**
 * The address of an invitation in a letter with this subject; the demo's mail arrives at the demo
 * panel.
 */
export async function linkInMail(
  browser: Browser,
  panel: string,
  subject: string,
): Promise<string> {
  const reader = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await reader.goto(`${panel}/sign-in?hl=en`)
  await reader.getByRole('button', { name: /owner/i }).first().click()
  await expect
    .poll(
      async () => {
        await reader.goto(`${panel}/store-1/mailbox?hl=en`)
        return reader.getByRole('link', { name: subject }).first().isVisible()
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  await reader.getByRole('link', { name: subject }).first().click()
  const text = await reader
    .locator('[data-role=mail-text]')
    .evaluate((node) => node.textContent ?? '')
  await reader.context().close()
  return /http\S+\/invitation\/\S+/.exec(text)?.[0] ?? ''
}

/**
 * What is typed while a listing's form is being saved stays, is asked about before it is left, and
 * the next press saves it.
 */
export async function writeOnWhileSaving(page: Page, item: string): Promise<void> {
  await page.goto(`${item}?part=en`)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    (url) => url.search.includes('part=en'),
    async (route) => {
      if (route.request().method() === 'POST') await answered
      await route.continue()
    },
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await fill(page, { tagline: 'A note with every parcel' })
  answer()
  await page.getByText('The draft is saved.').first().waitFor()
  const idle = () =>
    page.locator('button[type=submit]:not([aria-disabled])', { hasText: 'Save draft' }).waitFor()
  await idle()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Facts' }).click()
  await expect
    .poll(() => asked)
    .toEqual([expect.stringContaining('What you have not saved is lost')])
  expect(await field(page, 'tagline').inputValue()).toBe('A note with every parcel')
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: 'Save draft' }).click(),
  ])
  await idle()
  await page.getByRole('link', { name: 'Facts' }).click()
  await page.waitForURL(/part=about/)
  await page.goto(`${item}?part=en`)
  expect([await field(page, 'tagline').inputValue(), asked.length]).toEqual([
    'A note with every parcel',
    1,
  ])
  page.removeAllListeners('dialog')
  await page.unrouteAll({ behavior: 'wait' })
}
