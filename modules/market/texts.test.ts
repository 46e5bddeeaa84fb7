import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeOfApp,
  signInToConsole,
  firstOperator,
  mailTo,
  PASSWORD,
  type ConsoleBrowser,
} from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { LOCALES } from '#lib/locale.ts'
import { liveSettings } from '#server/live-settings.ts'
import { ARTICLE_PATHS, placesOf, shownArticle } from './articles.ts'
import { findDraftedPictures } from '#modules/publishing/submissions/purge-pictures.ts'

const SETTINGS = {
  platformId: undefined,
  appOrigin: 'http://apps.example',
  themeOrigin: 'http://themes.example',
}

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'reviewer@example.com',
    role: 'reviewer',
  })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
}, 60_000)
afterAll(() => market.stop())

const words = (title: string) => ({
  title,
  lead: 'Kısa',
  body: '## Bir\n\nPara {operator} şirketinindir.\n\n<img src=x onerror=alert(1)>\n\n[yol](javascript:alert) [şartlar](/legal/terms)',
})
const page = { tr: words('Koşullar'), en: words('Conditions'), ar: words('الشروط') }
const shown = async (language = 'EN') =>
  (await call(market, 'GET', '/texts', { query: { path: '/legal/terms', hl: language } })).body as {
    data: {
      title: string
      version: number
      parts: { heading: string; paragraphs: string[]; links: object[] }[]
    } | null
    titles: { path: string }[]
  }

describe('a text page (D21)', () => {
  test("has the release's text until an administrator publishes a draft in all three languages; drafts are private, and scripts are shown as text", async () => {
    expect(await shown()).toMatchObject({
      data: null,
      titles: [],
      shown: { title: 'Terms of use' },
    })
    expect(
      (
        await admin.ask('PUT', '/operator/texts/legal.terms', {
          ...page,
          ar: { ...page.ar, body: ' ' },
        })
      ).body,
    ).toMatchObject({ fields: { 'ar.body': expect.any(String) as string } })
    expect((await admin.ask('PUT', '/operator/texts/legal.distance-sale', page)).status).toBe(404)
    expect((await reviewer.ask('PUT', '/operator/texts/legal.terms', page)).status).toBe(403)
    expect((await admin.ask('POST', '/operator/texts/legal.terms/publish')).body.code).toBe(
      'texts.no_draft',
    )
    expect((await admin.ask('PUT', '/operator/texts/legal.terms', page)).status).toBe(200)
    expect((await shown()).data).toBeNull()
    expect((await admin.ask('POST', '/operator/texts/legal.terms/publish')).status).toBe(200)
    expect(await shown()).toMatchObject({
      data: {
        title: 'Conditions',
        version: 1,
        parts: [
          {
            heading: 'Bir',
            paragraphs: ['Para {operator} şirketinindir.', '<img src=x onerror=alert(1)>'],
            links: [{ href: '/legal/terms', name: 'şartlar' }],
          },
        ],
      },
      titles: [{ path: '/legal/terms' }],
    })
    expect((await shown('AR')).data?.title).toBe('الشروط')
  })

  test("keeps every version with day and author, unchanged, and can return to the release's text", async () => {
    await admin.ask('PUT', '/operator/texts/legal.terms', { ...page, en: words('Second') })
    await admin.ask('PUT', '/operator/texts/legal.terms', { ...page, en: words('Third') })
    await admin.ask('POST', '/operator/texts/legal.terms/publish')
    const { versions } = (await reviewer.ask('GET', '/operator/texts/legal.terms')).body as {
      versions: { version: number; by: string; published_at: string | null }[]
    }
    expect(versions.map((one) => [one.version, one.by, one.published_at !== null])).toEqual([
      [2, 'Deniz Er', true],
      [1, 'Deniz Er', true],
    ])
    expect((await reviewer.ask('GET', '/operator/texts/legal.terms?version=1')).body).toMatchObject(
      { content: { en: { title: 'Conditions' } } },
    )
    await expect(
      market.services.db.updateTable('market_texts').set({ version: 9 }).execute(),
    ).rejects.toThrow('stands')
    expect((await admin.ask('DELETE', '/operator/texts/legal.terms')).status).toBe(200)
    expect(await shown()).toMatchObject({
      data: null,
      titles: [],
      shown: { title: 'Terms of use' },
    })
    expect((await admin.ask('DELETE', '/operator/texts/legal.terms')).body.code).toBe(
      'texts.not_own',
    )
  })
})

describe('settings of the market', () => {
  const facts = {
    name: 'Çarşı A.Ş.',
    address: 'Bursa',
    mail: 'yaz@carsi.example',
    taxOffice: 'Nilüfer',
    taxNumber: '1234567890',
  }
  test('override the operator name of the environment in every process without a restart, and are audited', async () => {
    const live = liveSettings(market.services, {
      ...SETTINGS,
      operator: { ...market.services.operator },
    })
    expect(await live.renew()).toBe(false)
    expect(
      (await admin.ask('PUT', '/operator/settings/operator', { ...facts, mail: 'nobody' })).body,
    ).toMatchObject({ fields: { mail: expect.any(String) as string } })
    expect((await admin.ask('PUT', '/operator/settings/operator', facts)).status).toBe(200)
    expect([await live.renew(), market.services.operator]).toEqual([
      true,
      { country: 'TR', ...facts },
    ])
    expect((await reviewer.ask('GET', '/operator/settings')).body).toMatchObject({
      operator: facts,
      own: { operator: true, brand: false },
    })
    expect(JSON.stringify((await reviewer.ask('GET', '/operator/settings')).body)).not.toMatch(
      /postgres:|smtp:|secret/i,
    )
    expect(
      await market.services.db
        .selectFrom('audit_log')
        .select(['operation', 'after'])
        .where('object_id', '=', 'market')
        .executeTakeFirst(),
    ).toMatchObject({ operation: 'changeOperatorFacts', after: { company: 'Çarşı A.Ş.' } })
  })

  test("name no operator by default: the demo's company appears in the demo only", async () => {
    const { db } = market.services
    const nobody = { country: 'TR', name: '', address: '', mail: '' }
    const services = { ...market.services, operator: { ...nobody } }
    await db.updateTable('market_settings').set({ operator: null }).execute()
    const live = liveSettings(services, { ...SETTINGS, operator: nobody })
    await live.renew()
    expect(services.operator).toMatchObject(nobody)
    const article = (path: string) =>
      JSON.stringify(
        shownArticle(
          path,
          { locale: 'en', languages: [...LOCALES], operator: services.operator },
          placesOf(services, 'Komşu', 'en'),
          [],
        ),
      )
    for (const path of ARTICLE_PATHS)
      expect(article(path), path).not.toMatch(/Arasta Demo|\{(operator|address|mail)\}|\(\)/)
    expect(article('/legal/terms')).toContain(
      'run by [the company’s name, not written yet] ([its address, not written yet])',
    )
    await db
      .insertInto('loaded')
      .values({ name: 'demo-catalogue', fingerprint: '', at: new Date() })
      .execute()
    await live.renew()
    expect(services.operator.name).toBe('Arasta Demo')
    await db
      .updateTable('market_settings')
      .set({ operator: JSON.stringify(facts) })
      .execute()
    await live.renew()
    expect(services.operator).toEqual({ country: 'TR', ...facts })
    await db.deleteFrom('loaded').where('name', '=', 'demo-catalogue').execute()
  })

  test('name the market and each of its two storefronts, with a logo: every page, mail and process uses them, and changes are audited', async () => {
    const live = liveSettings(market.services, { ...SETTINGS, operator: market.services.operator })
    await live.renew()
    const name = (face: string, facts: object) =>
      admin.ask('PUT', `/operator/settings/faces/${face}`, { name: '', mail: '', ...facts })
    for (const wrong of [
      { name: '<b>Komşu</b>' },
      { name: 'Kom{item}' },
      { name: 'x'.repeat(41) },
      { mail: 'nobody' },
    ])
      expect((await name('both', wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect(
      (await reviewer.ask('PUT', '/operator/settings/faces/both', { name: 'Komşu', mail: '' }))
        .status,
    ).toBe(403)
    expect((await name('both', { name: ' Komşu ', mail: 'yaz@komsu.example' })).status).toBe(200)
    expect((await name('theme', { name: 'Komşu Terzi' })).status).toBe(200)
    const logo = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#0b737e' },
    })
      .png()
      .toBuffer()
    expect(
      (await admin.upload('/operator/settings/faces/both/logo', {}, logo, 'image/png')).status,
    ).toBe(200)
    expect(
      (
        await admin.upload(
          '/operator/settings/faces/app/logo',
          {},
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          'image/png',
        )
      ).body.code,
    ).toBe('partners.picture_svg')
    expect(await live.renew()).toBe(true)
    const { both, app, theme } = market.services.branding
    expect([both, app, theme].map((one) => [one.name, one.mail])).toEqual([
      ['Komşu', 'yaz@komsu.example'],
      ['Komşu', 'yaz@komsu.example'],
      ['Komşu Terzi', 'yaz@komsu.example'],
    ])
    expect(theme.logo).toBe(both.logo)
    expect((await call(market, 'GET', '/openapi.json', { site: 'theme' })).body.info.title).toBe(
      'Komşu Terzi',
    )
    expect(existsSync(join(market.blobFolder, String(both.logo).slice(1)))).toBe(true)
    expect(await findDraftedPictures(market.services.db, [String(both.logo)])).toEqual([both.logo])

    await call(market, 'POST', '/contact-forms', {
      body: {
        fullname: 'Ayşe',
        email: 'ayse@shop.example',
        subject: 'Soru',
        message: 'Merhaba, bir sorum var.',
      },
      query: { hl: 'TR' },
    })
    expect((await mailTo(market, 'yaz@komsu.example')).subject).toContain('Soru')
    await admin.ask('POST', '/operator/invitations', {
      email: 'another@example.com',
      role: 'support',
    })
    const { subject, sender } = {
      ...(await mailTo(market, 'another@example.com')),
      sender: market.shop.mails().find((mail) => mail.recipient === 'another@example.com')?.sender,
    }
    expect([subject, sender]).toEqual([
      'Komşu’s own team invites you to Komşu',
      'Komşu <no-reply@apps.localhost>',
    ])
    const log = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'object_id', 'after'])
      .where('object_id', 'in', ['both', 'theme'])
      .orderBy('id')
      .execute()
    expect(log.map((one) => [one.operation, one.object_id])).toEqual([
      ['changeMarketName', 'both'],
      ['changeMarketName', 'theme'],
      ['setMarketLogo', 'both'],
    ])

    expect((await admin.ask('DELETE', '/operator/settings/faces/both/logo')).status).toBe(200)
    await name('both', {})
    await name('theme', {})
    expect([await live.renew(), market.services.branding.theme]).toEqual([
      true,
      { name: 'Arasta', logo: null, mail: null },
    ])
  })

  test('set colors that are readable in light and dark mode, and no others', async () => {
    const live = liveSettings(market.services, { ...SETTINGS, operator: market.services.operator })
    await live.renew()
    const brand = (colours: object) => admin.ask('PUT', '/operator/settings/brand', { colours })
    expect((await brand({ action: { light: '#33c0c7', dark: '#7fe0b4' } })).body).toMatchObject({
      code: 'texts.unreadable',
      message: expect.stringContaining('at least 7') as string,
    })
    expect((await brand({ action: { light: '#0b4a30', dark: '' } })).body.code).toBe(
      'texts.colour_pair',
    )
    expect(
      (
        await brand({
          action: { light: '#0B4A30', dark: '#7fe0b4' },
          'action-hover': { light: '#083824', dark: '#a4ecce' },
        })
      ).status,
    ).toBe(200)
    expect([await live.renew(), live.brand()?.css]).toEqual([
      true,
      ':root, [data-theme] { --action: light-dark(#0b4a30, #7fe0b4); --action-hover: light-dark(#083824, #a4ecce) }\n',
    ])
    expect((await brand({})).status).toBe(200)
    expect([await live.renew(), live.brand()]).toEqual([true, undefined])
  })

  test('choose the languages of the market and its default, which must have every text of the market (D29)', async () => {
    const live = liveSettings(market.services, { ...SETTINGS, operator: market.services.operator })
    await live.renew()
    expect(market.services.languages).toEqual(LOCALES)
    const choose = (...languages: string[]) =>
      admin.ask('PUT', '/operator/settings/languages', { languages })
    for (const wrong of [[], ['de', 'de'], ['xx'], ['constructor']])
      expect((await choose(...wrong)).status, String(wrong)).toBe(400)
    await admin.ask('PUT', '/operator/texts/legal.terms', page)
    await admin.ask('POST', '/operator/texts/legal.terms/publish')
    expect((await choose('de', 'en')).body).toMatchObject({
      code: 'texts.language_incomplete',
      message: 'German cannot be the default language yet. Without a text in it: /legal/terms.',
    })
    expect((await choose('en', 'de')).status).toBe(200)
    expect([await live.renew(), market.services.languages]).toEqual([true, ['en', 'de']])
    expect((await shown('DE')).data?.title).toBe('Conditions')
    expect(
      (await call(market, 'GET', '/texts', { query: { path: '/legal', hl: 'TR' } })).status,
    ).toBe(400)
    expect((await reviewer.ask('GET', '/operator/settings')).body).toMatchObject({
      languages: ['en', 'de'],
      coverage: { items: 0, of: { de: { items: 0, unnamed: [] } } },
    })
    expect((await choose(...LOCALES)).status).toBe(200)
    await admin.ask('DELETE', '/operator/texts/legal.terms')
    await live.renew()
  })

  test('may require two-factor authentication of operators: without it they reach their account only', async () => {
    const demand = (needed: boolean) => admin.ask('PUT', '/operator/settings/second', { needed })
    expect((await demand(true)).body.code).toBe('texts.second_first')
    const { uri } = (await admin.ask('POST', '/account/app-code', { password: PASSWORD })).body as {
      uri: string
    }
    expect((await admin.ask('PUT', '/account/app-code', { code: codeOfApp(uri) })).status).toBe(200)
    expect((await demand(true)).status).toBe(200)
    const refused = await reviewer.ask('GET', '/operator')
    expect([refused.status, refused.body.code]).toEqual([403, 'people.second_needed'])
    expect([
      (await reviewer.ask('GET', '/account')).status,
      (await admin.ask('GET', '/operator')).status,
    ]).toEqual([200, 200])
    expect((await demand(false)).status).toBe(200)
    expect((await reviewer.ask('GET', '/operator')).status).toBe(200)
  })
})
