import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeOn } from '../../../test/support/axe.ts'
import { share } from '../../../test/support/sample-share.ts'
import { buildDemoCatalogue } from '../build-packages.ts'
import { CATEGORIES } from '../categories.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { shopVisits } from '../stage/shop-visits.ts'

const { put, visit } = shopVisits()
const themes = (await buildDemoCatalogue()).filter((item) => item.market === 'theme')
const newest = themes.map((item) => ({
  ...item,
  release: `${item.prefix} ${item.releases.at(-1)?.version}`,
}))

/** Set in the visitor's own typeface throughout. */
const WITHOUT_FONTS = ['brite', 'cerulean', 'litera', 'pulse', 'quartz', 'slate']
const ALWAYS_DARK = ['cyborg', 'darkly', 'slate', 'solar', 'superhero', 'vapor']

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}').trim()`,
  )

/** Contrasts of words with their ground, lowest first, where they are below AA. */
async function poorContrasts(page: Page, ...parts: string[]): Promise<number[]> {
  const axe = axeOn(page).withRules(['color-contrast'])
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  const checks = violations.flatMap((violation) => violation.nodes).flatMap((node) => node.any)
  const found = checks.map((check) => check.data as { contrastRatio: number })
  return found.map((one) => one.contrastRatio).sort((a, b) => a - b)
}

/**
 * The theme's own families on the page, and which Turkish letters and signs change their width with
 * the last family of the stack, so are in none of them.
 */
const lettersOfItsOwn = (page: Page) =>
  page.evaluate<{ families: string[]; lacking: string }>(`(async () => {
    const own = [...document.fonts].map(face => face.family.replaceAll('"', ''))
    const pen = document.createElement('canvas').getContext('2d')
    const families = new Set(), lacking = new Set()
    for (const part of document.querySelectorAll('body, h1, .btn')) {
      const named = getComputedStyle(part).fontFamily.split(',').map(one => one.trim().replaceAll('"', ''))
      const stack = named.filter(one => own.includes(one)).map(one => '"' + one + '"')
      if (stack.length === 0 || families.has(stack[0])) continue
      families.add(stack[0])
      await Promise.all(stack.map(one => document.fonts.load('40px ' + one, 'ağş₺')))
      const width = (letter, last) => {
        pen.font = '40px ' + [...stack, last].join()
        return pen.measureText(letter.repeat(9)).width
      }
      const strange = [...'çğıöşüÇĞİÖŞÜâ₺€'].filter(letter => width(letter, 'monospace') !== width(letter, 'serif'))
      strange.forEach(letter => lacking.add(letter))
    }
    return { families: [...families], lacking: [...lacking].join('') }
  })()`)

describe('the themes', () => {
  it('are all 26 of Bootswatch, each with its own texts and its own ground', () => {
    expect(themes).toHaveLength(26)
    const different = (values: unknown[]) =>
      expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(26)
    different(themes.map((item) => item.ground))
    for (const locale of ['tr', 'en', 'ar'] as const) {
      different(themes.map((item) => item.tagline[locale]))
      for (const paragraph of [0, 1])
        different(themes.map((item) => item.description[locale][paragraph]))
    }
  })

  it('fill every category with at least three', () => {
    for (const { id, market } of CATEGORIES) {
      if (market !== 'theme') continue
      expect(
        themes.filter((item) => item.categories.some((one) => one === id)).length,
        id,
      ).toBeGreaterThanOrEqual(3)
    }
  })

  it('promise a light and a dark mode only when they have both', () => {
    for (const { prefix, features, support, categories } of themes) {
      const both = features.en.includes('Light and dark mode')
      expect(both, prefix).toBe(![...ALWAYS_DARK, 'quartz'].includes(prefix))
      expect(
        categories.some((one) => one === 'dark'),
        prefix,
      ).toBe(ALWAYS_DARK.includes(prefix))
      expect(JSON.stringify(support).includes('switches to dark mode'), prefix).toBe(both)
      if (ALWAYS_DARK.includes(prefix)) expect(features.en).toContain('Always dark: no light mode')
    }
  })

  it('call themselves quick to open exactly when they load no Latin font', () => {
    expect(
      themes
        .filter((item) => item.categories.some((one) => one === 'quick'))
        .map((item) => item.prefix),
    ).toEqual(WITHOUT_FONTS)
    for (const { prefix, credits } of themes) {
      const latin = credits.filter((credit) => credit.package.startsWith('@fontsource/'))
      expect(latin.length > 0, prefix).toBe(!WITHOUT_FONTS.includes(prefix))
    }
  })
})

// That each theme changes the shop and goes away again is seen for all of them in
// every-theme.test.ts.
describe.each(share(newest, 9))('$release', ({ release, prefix, swatches }) => {
  it('changes the shop, writes Turkish and prices in letters of its own, and hides no words', async () => {
    await put(release)
    const page = await visit('/')
    expect(await styleOf(page, 'html', '--bs-primary')).toBe(swatches[0])
    const { families, lacking } = await lettersOfItsOwn(page)
    expect(families.length > 0).toBe(!WITHOUT_FONTS.includes(prefix))
    // Flatly's release came out before lira signs were thought of.
    expect(lacking).toBe(prefix === 'flatly' ? '₺' : '')
    expect((await poorContrasts(page, '.hero', 'footer'))[0] ?? 21).toBeGreaterThan(2)
  })

  it('turns round for Arabic and brings letters for it', async () => {
    await put(release)
    const page = await visit('/cart', { hl: 'ar' })
    expect(await styleOf(page, 'html', '--bs-font-sans-serif')).toMatch(/^"Vazirmatn Variable",/)
    expect(
      await page.evaluate(
        'document.querySelector("h1").getBoundingClientRect().right > innerWidth / 2',
      ),
    ).toBe(true)
    expect(
      await page.evaluate(
        `document.fonts.load('20px "Vazirmatn Variable"', 'سوق').then(faces => faces.length)`,
      ),
    ).toBe(1)
  })
})

describe('a theme that promises strong contrast', () => {
  it.each(
    share(
      newest.filter((item) => item.categories.some((one) => one === 'contrast')),
      3,
    ),
  )('keeps it: $release', async ({ release }) => {
    await put(release)
    expect(await poorContrasts(await visit('/products'))).toEqual([])
  })
})

describe('a second release', () => {
  it.each([
    'brite',
    'cerulean',
    'sandstone',
    'solar',
    'materia',
    'vapor',
    'minty',
    'morph',
    'spacelab',
  ])('of %s still follows Bootswatch 5.3.8', (prefix) => {
    const item = themes.find((one) => one.prefix === prefix)
    expect(item?.releases.map((one) => one.version)).toEqual(['5.3.8', '5.3.9'])
    for (const text of Object.values(item?.releases[1]?.notes ?? {}))
      expect(text).toContain('Bootswatch 5.3.8')
  })

  it.each(share(['brite', 'cerulean', 'sandstone', 'solar'], 4, 1))(
    'brings the contrast that %s lacked',
    async (prefix) => {
      await put(`${prefix} 5.3.8`)
      expect((await poorContrasts(await visit('/products'))).length).toBeGreaterThan(4)
    },
  )

  it.each([
    ['brite', ''],
    ['materia', '::before'],
  ])('of %s stands still for visitors who ask for less motion', async (prefix, part) => {
    const duration = async (version: string) => {
      await put(`${prefix} ${version}`)
      const page = await visit('/products', { reducedMotion: 'reduce' })
      return page.evaluate(
        `getComputedStyle(document.querySelector('main .btn-primary'), '${part}').transitionDuration`,
      )
    }
    expect(await duration('5.3.8')).toMatch(/0\.[35]s/)
    expect(await duration('5.3.9')).toBe('0s')
  })

  it.each(share(['cerulean', 'sandstone', 'materia', 'vapor'], 4, 2))(
    'of %s shows where the keyboard is',
    async (prefix) => {
      const ring = async (version: string) => {
        await put(`${prefix} ${version}`)
        const page = await visit('/products')
        await page.locator('main .btn-primary').focus()
        await page.keyboard.press('Tab')
        return `${await styleOf(page, ':focus', 'outline-style')} ${await styleOf(page, ':focus', 'outline-width')}`
      }
      expect(await ring('5.3.8')).not.toBe('solid 3px')
      expect(await ring('5.3.9')).toBe('solid 3px')
    },
  )

  it.each(share(['solar', 'vapor'], 2))('of %s prints black on white paper', async (prefix) => {
    const printed = async (version: string) => {
      await put(`${prefix} ${version}`)
      const page = await visit(PRODUCT)
      await page.emulateMedia({ media: 'print' })
      return [await styleOf(page, 'body', 'background-color'), await styleOf(page, 'h1', 'color')]
    }
    expect(await printed('5.3.8')).not.toContain('rgb(255, 255, 255)')
    expect(await printed('5.3.9')).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  })

  it('of vapor glows no more for visitors who ask for more contrast', async () => {
    const glow = async (version: string) => {
      await put(`vapor ${version}`)
      const page = await visit(PRODUCT)
      const usual = await styleOf(page, 'h1', 'text-shadow')
      await page.emulateMedia({ contrast: 'more' })
      return [usual === 'none', (await styleOf(page, 'h1', 'text-shadow')) === 'none']
    }
    expect(await glow('5.3.8')).toEqual([false, false])
    expect(await glow('5.3.9')).toEqual([false, true])
  })
})
