import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * axe on the page itself, frames of other origins apart. It writes down in full what is wrong and
 * not all that is right, does not load the page's style sheets a second time, and opens no page of
 * its own to put its results together: a look takes a fraction of the time.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })

/** What axe finds wrong, a line for each rule with the first element that breaks it. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await axeOn(page).withTags(WCAG).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
