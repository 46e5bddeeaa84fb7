import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/sample-share.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit } = shop

describe('Tidy Phone', () => {
  async function toAddress(hl: string, device?: 'phone') {
    const page = await visit(PRODUCT, { hl, ...(device && { device }) })
    await page.locator('#add-to-cart button[type=submit]').click()
    await page.waitForURL(/\/cart/)
    await page.goto(`${shop.origin}/order/address`)
    return page
  }
  const line = '.arasta-tidy-phone'

  it.each(
    share(
      [
        ['tr', 'Telefon', '+90 555 123 45 67Türkiye', 'Bu numara eksik görünüyor.'],
        ['en', 'Phone', '+90 555 123 45 67Türkiye', 'This number looks too short.'],
        ['ar', 'الهاتف', '+90 555 123 45 67تركيا', 'يبدو هذا الرقم ناقصًا.'],
      ] as const,
      3,
      2,
    ),
  )(
    'groups digits as they are typed and says whether the number can be right (%s)',
    async (hl, label, right, short) => {
      await put('tidy-phone 1.1.0')
      const page = await toAddress(hl)
      const phone = page.getByRole('textbox', { name: label })
      await phone.pressSequentially('055512345')
      expect(await phone.inputValue()).toBe('0555 123 45')
      await page.keyboard.press('Tab')
      await page.locator(line, { hasText: short }).waitFor()
      expect(await faultsIn(page, line)).toEqual([])
      await phone.press('End')
      await phone.pressSequentially('67')
      await page.locator(`${line}[data-mood=good]`).waitFor()
      expect(await page.locator(line).textContent()).toBe(right)
      expect(await phone.getAttribute('aria-describedby')).toBe('arasta-tidy-phone')
      expect(await faultsIn(page, line)).toEqual([])
    },
  )

  it('understands Arabic digits and numbers from abroad', async () => {
    await put('tidy-phone 1.1.0', { home_country: 'SA' })
    const page = await toAddress('en', 'phone')
    const phone = page.getByRole('textbox', { name: 'Phone' })
    await phone.pressSequentially('٠٥٠١٢٣٤٥٦٧')
    await page.locator(line, { hasText: '+966 50 123 4567' }).waitFor()
    expect(await phone.inputValue()).toBe('050 123 4567')
    await phone.fill('+4915112345678')
    await page.locator(line, { hasText: 'Germany' }).waitFor()
  })

  it('keeps the caret where somebody mends the middle', async () => {
    await put('tidy-phone 1.1.0')
    const page = await toAddress('tr')
    const phone = page.getByRole('textbox', { name: 'Telefon' })
    await phone.pressSequentially('05551234567')
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('9')
    expect(await phone.inputValue()).toBe('0555 129 45 67')
  })

  it('loses nothing that is no number, and blocks nothing', async () => {
    await put('tidy-phone 1.1.0')
    const page = await toAddress('tr')
    const phone = page.getByRole('textbox', { name: 'Telefon' })
    await phone.pressSequentially('444 1 444 dahili 5')
    expect(await phone.inputValue()).toMatch(/dahili 5$/)
    await page.locator(line, { hasText: 'Yalnızca rakam yaz' }).waitFor()
    // The shop itself refuses letters, with 422, which the browser reports; its own words stand
    // beside ours.
    page.removeAllListeners('console')
    await page.getByRole('button', { name: 'Ödemeye geç' }).click()
    await page.locator('#phone-fault').waitFor()
    expect(await phone.getAttribute('aria-describedby')).toBe('phone-fault arasta-tidy-phone')
  })

  it('writes the country code when the owner wants it, and the order gets the number so', async () => {
    await put('tidy-phone 1.1.0', { write_as: 'international' })
    const page = await toAddress('tr')
    const fields = {
      fullName: 'Ada Deniz',
      email: 'ada@example.com',
      street: 'Çınar Sokak 5',
      district: 'Kadıköy',
      city: 'İstanbul',
    }
    for (const [field, value] of Object.entries(fields)) await page.fill(`[name=${field}]`, value)
    await page.getByRole('textbox', { name: 'Telefon' }).pressSequentially('5551234567')
    await page.getByRole('button', { name: 'Ödemeye geç' }).click()
    await page.waitForURL(/\/order\/payment/)
    expect(await page.locator('main address').textContent()).toContain('+90 555 123 45 67')
  })

  it('only grouped digits in its first release', async () => {
    await put('tidy-phone 1.0.0')
    const page = await toAddress('tr')
    const phone = page.getByRole('textbox', { name: 'Telefon' })
    await phone.pressSequentially('05551234567')
    expect(await phone.inputValue()).toBe('0555 123 45 67')
    await page.keyboard.press('Tab')
    expect(await page.locator(line).isVisible()).toBe(false)
    expect(await phone.getAttribute('aria-describedby')).toBe(null)
  })
})

describe('Take Along', () => {
  const sheet = '.arasta-take-along-sheet'
  /** What a phone's camera would read. */
  const scan = async (png: Buffer) => {
    const { data, info } = await sharp(png)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
  }

  it.each(
    share(
      [
        ['tr', 'Telefonda aç', 'Lale vazo', 'Kapat'],
        ['en', 'Open on your phone', 'Tulip vase', 'Close'],
        ['ar', 'افتحه على هاتفك', 'مزهرية الزنبق', 'إغلاق'],
      ] as const,
      3,
      0,
    ),
  )(
    'shows a code that leads to the product’s page, by keyboard too (%s)',
    async (hl, open, name, close) => {
      await put('take-along 1.0.0', { note: 'Çınar Sokak 5 <b>' })
      const page = await visit(PRODUCT, { hl })
      const button = page.getByRole('button', { name: open })
      expect(await faultsIn(page, '.arasta-take-along')).toEqual([])
      await button.press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByText('Çınar Sokak 5 <b>').waitFor()
      expect(await page.evaluate('document.activeElement.textContent')).toBe(close)
      expect(await scan(await dialog.locator('.arasta-take-along-code').screenshot())).toBe(
        `${shop.origin}${PRODUCT}`,
      )
      expect(await faultsIn(page, sheet)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(await page.evaluate('document.activeElement.textContent')).toBe(open)
    },
  )

  it('prints the card alone, and the page as ever once it is closed', async () => {
    await put('take-along 1.0.0', { with_price: false, place: 'pictures' })
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Telefonda aç' }).click()
    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Yazdır' }).click()
    expect(await page.title()).toBe('printed')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main').isVisible()).toBe(false)
    expect(await page.locator(`${sheet} button`).first().isVisible()).toBe(false)
    expect(await page.locator(`${sheet} .price`).count()).toBe(0)
    expect(await scan(await page.screenshot())).toBe(`${shop.origin}${PRODUCT}`)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Kapat' }).click()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main').isVisible()).toBe(true)
  })

  it('stays away from a phone', async () => {
    await put('take-along 1.0.0')
    const page = await visit(PRODUCT, { device: 'phone' })
    await page.locator('.arasta-take-along-open').waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: 'Telefonda aç' }).count()).toBe(0)
  })
})
