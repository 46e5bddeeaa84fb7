import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

export const field = (page: Page, name: string) => page.locator(`main [name="${name}"]:not([type=hidden])`)
export const fill = async (page: Page, values: Record<string, string>) => { for (const [name, value] of Object.entries(values)) await field(page, name).fill(value) }
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The address of an invitation in a letter with this subject; the demo's mail arrives at the demo panel. */
export async function linkInMail(browser: Browser, panel: string, subject: string): Promise<string> {
  const reader = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await reader.goto(`${panel}/sign-in?hl=en`)
  await reader.getByRole('button', { name: /owner/i }).first().click()
  await expect.poll(async () => {
    await reader.goto(`${panel}/store-1/mailbox?hl=en`)
    return reader.getByRole('link', { name: subject }).first().isVisible()
  }, { timeout: 15_000 }).toBe(true)
  await reader.getByRole('link', { name: subject }).first().click()
  const text = await reader.locator('[data-role=mail-text]').evaluate(node => node.textContent ?? '')
  await reader.context().close()
  return /http\S+\/invitation\/\S+/.exec(text)?.[0] ?? ''
}
