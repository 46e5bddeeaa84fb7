import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import { signInToConsole, ConsoleBrowser, firstOperator, mailTo } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { recheckProofs } from './proofs.ts'
import type { ProfileAnswer, getPartnerProofs } from './profile-contract.ts'
import { findProfile } from './profile-data.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: ConsoleBrowser
let developer: ConsoleBrowser
let finance: ConsoleBrowser
let partner: string
let slug: string

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  const found = await market.services.db
    .selectFrom('partners')
    .innerJoin('items', 'items.partner_id', 'partners.id')
    .select(['partners.id', 'partners.slug'])
    .where('items.slug', '=', 'carousel')
    .executeTakeFirstOrThrow()
  partner = found.id
  slug = found.slug
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'owner@example.com',
  })
  owner = await signInToConsole(market, 'owner@example.com')
  for (const role of ['developer', 'finance'])
    await owner.ask('POST', `/partners/${partner}/invitations`, {
      email: `${role}@example.com`,
      role,
    })
  developer = await signInToConsole(market, 'developer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  await admin.ask('POST', '/operator/partners', {
    name: 'Ceviz Atölyesi',
    email: 'ceviz@example.com',
  })
})
afterAll(() => market.stop())

const at = (rest = '') => `/partners/${partner}/profile${rest}`
const read = async (browser = owner) =>
  (await browser.ask('GET', at())).body as unknown as ProfileAnswer
const words = (more: object = {}) => ({
  revision: 0,
  name: 'Arasta',
  about_tr: 'Küçük bir atölye.\n\nTema yaparız.',
  about_en: 'A small workshop.',
  about_ar: '',
  website: 'https://www.atolye.example/tr',
  support_email: 'destek@atolye.example',
  support_url: '',
  privacy_url: '',
  ...more,
})
const seller = (more: object = {}) => ({
  revision: 0,
  legal_name: 'Atölye Yazılım A.Ş.',
  legal_address: 'Çekirge Mah. 1. Sok. No: 4\nBursa',
  tax_office: 'Çekirge',
  tax_number: '1234567890',
  registry_number: '0123-4567-8901-2345',
  registered_mail: 'atolye@hs01.kep.example',
  phone: '0532 123 45 67',
  ...more,
})
const page = async (locale: string) =>
  (await call(market, 'GET', `/developers/${slug}`, { query: { hl: locale } })).body
const lastLine = () =>
  market.services.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('the profile of a partner (D1, D19)', () => {
  test('is read by every member and written by owner and developer; what is missing is named', async () => {
    expect((await read(finance)).missing).toEqual(
      expect.arrayContaining(['website', 'support', 'logo', 'legal_name', 'registration']),
    )
    expect((await finance.ask('PUT', at(), words())).status).toBe(403)
    expect((await developer.ask('PUT', at(), words())).body).toEqual({ revision: 1 })
    expect((await owner.ask('PUT', at('/seller'), seller())).body).toEqual({ revision: 2 })
    const { missing, fields, changed, seller: sells } = await read()
    expect([missing, fields, changed?.by, sells.phone]).toEqual([
      ['privacy_url', 'logo'],
      9,
      'owner',
      '+905321234567',
    ])
  })

  test("S2.17 is what a reader sees on the developer's page, in their language", async () => {
    const tr = (await page('tr')).data
    expect(tr).toMatchObject({
      name: 'Arasta',
      about: 'Küçük bir atölye.\n\nTema yaparız.',
      website: 'https://www.atolye.example/tr',
      support_email: 'destek@atolye.example',
      verified: null,
      seller: { legal_name: 'Atölye Yazılım A.Ş.' },
    })
    expect((await page('ar')).data.about).toBe('A small workshop.')
    const items = tr.items as { install_count: number; developer: { slug: string } }[]
    expect([tr.total >= items.length, new Set(items.map((one) => one.developer.slug))]).toEqual([
      true,
      new Set([slug]),
    ])
    expect(
      (
        await call(market, 'GET', '/app-store/app/detail', {
          query: { slug: 'carousel', hl: 'TR' },
        })
      ).body.data,
    ).toMatchObject({ statement: 'Küçük bir atölye.\n\nTema yaparız.', developer_verified: null })
  })

  test('a developer who lists nothing, and one that never was, have no page', async () => {
    for (const none of ['ceviz-atolyesi', 'nobody']) {
      const { status, body } = await call(market, 'GET', `/developers/${none}`)
      expect([status, body.code]).toEqual([404, 'partners.developer_not_found'])
    }
  })

  test('tells the second of two who write the same part; who writes the other part is not disturbed', async () => {
    const { revision } = await read()
    expect((await owner.ask('PUT', at(), words({ revision, about_en: 'Ours.' }))).status).toBe(200)
    const late = await developer.ask('PUT', at(), words({ revision, about_en: 'Mine.' }))
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'partners.draft_changed',
      expect.stringMatching(/^owner has changed this page/),
    ])
    expect((await developer.ask('PUT', at('/seller'), seller({ revision }))).status).toBe(200)
    expect((await read()).about.en).toBe('Ours.')
    const now = (await read()).revision
    const both = await Promise.all([
      owner.ask('PUT', at(), words({ revision: now })),
      developer.ask('PUT', at(), words({ revision: now })),
    ])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  })

  test("D23 stands in the audit log before and after, people's data as hashes", async () => {
    const { revision } = await read()
    await owner.ask(
      'PUT',
      at('/seller'),
      seller({ revision, legal_name: 'Ada Yılmaz', tax_office: 'Nilüfer' }),
    )
    const line = await lastLine()
    expect(line).toMatchObject({
      operation: 'changePartnerSeller',
      kind: 'profile',
      partner_id: partner,
      before: { tax_office: 'Çekirge' },
      after: { tax_office: 'Nilüfer', legal_name: expect.stringMatching(/^#/) as string },
    })
    expect(JSON.stringify(line)).not.toContain('Ada Yılmaz')
  })

  test("refuses a name that is another's or claims to be official, a person's number, and addresses of other kinds", async () => {
    const { revision } = await read()
    const refused = async (path: string, body: object) =>
      ((await owner.ask('PUT', at(path), body)).body as { fields?: Record<string, string> }).fields
    for (const [name, said] of [
      ['CEVIZ ATÖLYESİ', /Another developer/],
      ['PayPaI Official', /official/],
      ['', /required/],
    ] as const)
      expect(await refused('', words({ revision, name }))).toEqual({
        name: expect.stringMatching(said) as string,
      })
    for (const website of [
      'http://atolye.example',
      'https://10.0.0.1/',
      'javascript:alert(1)',
      'https://arasta.example@evil.example',
    ])
      expect(Object.keys((await refused('', words({ revision, website }))) ?? {}), website).toEqual(
        ['website'],
      )
    expect(
      await refused('', words({ revision, support_email: 'a@b.example, c@d.example' })),
    ).toHaveProperty('support_email')
    expect(await refused('/seller', seller({ revision, tax_number: '10000000146' }))).toEqual({
      tax_number: expect.stringMatching(/personal identity/) as string,
    })
    expect(
      await refused(
        '/seller',
        seller({ revision, tax_number: '1111111111', phone: '+90 111 111 11 11' }),
      ),
    ).toEqual({
      tax_number: expect.stringMatching(/10 digits/) as string,
      phone: expect.any(String) as string,
    })
  })

  test('a logo is encoded anew and comes down again', async () => {
    const png = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#0b737e' },
    })
      .png()
      .toBuffer()
    expect(
      (
        await owner.upload(
          at('/logo'),
          {},
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          'image/png',
        )
      ).body.code,
    ).toBe('partners.picture_svg')
    expect((await owner.upload(at('/logo'), {}, png, 'image/png')).status).toBe(200)
    expect((await read()).logo).toMatch(/^\/pictures\/partners\/[0-9a-f]{40}-512\.webp$/)
    expect((await page('en')).data.logo).toBe((await read()).logo)
    expect((await owner.ask('DELETE', at('/logo'))).status).toBe(200)
    expect((await read()).logo).toBeNull()
  })
})

describe('what of a partner was verified (D19)', () => {
  /**
   * What the world outside says: records by name, files by address. A host that is not there does
   * not answer.
   */
  const dns = new Map<string, string[]>()
  const files = new Map<string, string>()
  const asked: string[] = []
  const proofs = async () =>
    (await owner.ask('GET', `/partners/${partner}/proofs`)).body as unknown as AnswerOf<
      typeof getPartnerProofs
    >
  const look = () => developer.ask('POST', `/partners/${partner}/proofs/domain`)
  const verified = async () =>
    (await page('en')).data.verified as { at: string; domain: string } | null
  const badge = async () =>
    (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'carousel' } })).body.data
      .developer_verified as unknown
  const mails = async (to: string) => {
    await mailTo(market, to)
    return market.shop.mails().filter((mail) => mail.recipient === to)
  }

  beforeAll(async () => {
    const { services } = market
    const { http } = services
    services.names = {
      txt: (name) => Promise.resolve(name.endsWith('.example') ? (dns.get(name) ?? []) : null),
    }
    services.http = {
      ...http,
      request: (url, options) => {
        if (!url.includes('.example/')) return http.request(url, options)
        asked.push(url)
        const text = files.get(url)
        return Promise.resolve({
          status: text === undefined ? 404 : 200,
          headers: {},
          body: Buffer.from(text ?? 'no such page'),
        })
      },
    }
    await owner.ask('PUT', at(), words({ revision: (await read()).revision }))
  })

  test("a site is verified by a record or a file that says this partner's own words, looked for by a click", async () => {
    const { domain } = await proofs()
    expect(domain).toMatchObject({
      name: 'atolye.example',
      record: { name: '_arasta.atolye.example' },
      file: { address: 'https://www.atolye.example/.well-known/arasta-proof.txt' },
      proved_at: null,
    })
    expect((await finance.ask('POST', `/partners/${partner}/proofs/domain`)).status).toBe(403)
    const none = await look()
    expect([none.status, none.body.code, asked.at(-1)]).toEqual([
      422,
      'partners.proof_nowhere',
      domain?.file.address,
    ])
    dns.set('_arasta.atolye.example', [
      'v=spf1 -all',
      'arasta-proof=0123456789abcdef0123456789abcdef',
    ])
    files.set(domain!.file.address, `<html>${domain!.file.text}</html>`)
    expect((await look()).body.code).toBe('partners.proof_nowhere')
    files.set(domain!.file.address, `${domain!.file.text}\r\n`)
    expect((await look()).body).toEqual({ way: 'file' })
    dns.set('_arasta.atolye.example', [domain!.record.value])
    expect((await look()).body).toEqual({ way: 'dns' })
    expect(await lastLine()).toMatchObject({
      operation: 'checkPartnerDomain',
      kind: 'proof',
      after: { domain_way: 'dns' },
    })
    // One of the two is not enough.
    expect([await verified(), await badge()]).toEqual([null, null])
  })

  test('TOK-15 a support address by a link that is mailed to it and pressed; both together are the badge, on the page, on items and for the operator', async () => {
    expect((await developer.ask('POST', `/partners/${partner}/proofs/mail`)).status).toBe(200)
    const letter = await mailTo(market, 'destek@atolye.example')
    const token = /\/mail-check\/([\w-]+)\?/.exec(letter.text)?.[1] ?? ''
    const visitor = new ConsoleBrowser(market)
    expect(
      (await visitor.ask('POST', '/partner-mail-checks', { token: 'x'.repeat(43) })).status,
    ).toBe(410)
    for (const _twice of [1, 2])
      expect((await visitor.ask('POST', '/partner-mail-checks', { token })).body).toEqual({
        partner: 'Arasta',
      })
    const said = await verified()
    expect(said).toEqual({ at: expect.any(String) as string, domain: 'atolye.example' })
    expect(await badge()).toEqual(said)
    expect((await admin.ask('GET', '/operator/partners')).body.partners).toContainEqual(
      expect.objectContaining({ id: partner, verified: said }),
    )
  })

  test('of another site or another address nothing is proved, and a link to the old one is over', async () => {
    await developer.ask('POST', `/partners/${partner}/proofs/mail`)
    const old =
      /\/mail-check\/([\w-]+)\?/.exec((await mailTo(market, 'destek@atolye.example')).text)?.[1] ??
      ''
    const { revision } = await read()
    await owner.ask('PUT', at(), words({ revision, support_email: 'yeni@atolye.example' }))
    expect([await verified(), (await proofs()).mail]).toEqual([
      null,
      { address: 'yeni@atolye.example', proved_at: null, sent_at: null },
    ])
    expect(
      (await new ConsoleBrowser(market).ask('POST', '/partner-mail-checks', { token: old })).status,
    ).toBe(410)
    await owner.ask(
      'PUT',
      at(),
      words({ revision: revision + 1, website: 'https://baska.example' }),
    )
    expect((await proofs()).domain).toMatchObject({ name: 'baska.example', proved_at: null })
    await owner.ask(
      'PUT',
      at(),
      words({ revision: revision + 2, website: 'https://atolye.invalid' }),
    )
    expect((await look()).body.code).toBe('partners.proof_unreachable')
    await owner.ask('PUT', at(), words({ revision: revision + 3 }))
    await look()
    await developer.ask('POST', `/partners/${partner}/proofs/mail`)
    const token =
      /\/mail-check\/([\w-]+)\?/.exec((await mailTo(market, 'destek@atolye.example')).text)?.[1] ??
      ''
    await new ConsoleBrowser(market).ask('POST', '/partner-mail-checks', { token })
    expect(await verified()).not.toBeNull()
  })

  test('a proof that is gone is told of at once and counts no more after two weeks; one that comes back in time stays', async () => {
    const { services, clock } = market
    const day = async () => {
      clock.moveSeconds(86_401)
      await recheckProofs(services)
    }
    // Nobody stays signed in for so long.
    const domain = async () => (await findProfile(services.db, partner))!
    const file = [...files]
    await day()
    expect(await domain()).toMatchObject({
      domain_missing_at: null,
      proved_domain: 'atolye.example',
    })
    files.clear()
    dns.clear()
    await day()
    expect((await domain()).domain_missing_at).toEqual(clock.now())
    expect((await mails('owner@example.com'))[0]?.subject).toBe(
      'atolye.example: we cannot find the proof',
    )
    await day()
    expect(
      (await mails('owner@example.com')).filter((mail) => mail.subject.includes('cannot find')),
    ).toHaveLength(1)
    for (const [name, text] of file) files.set(name, text)
    await day()
    expect([await domain(), await verified()]).toMatchObject([
      { domain_missing_at: null, domain_way: 'file' },
      { domain: 'atolye.example' },
    ])
    files.clear()
    await day()
    clock.moveSeconds(14 * 86_400)
    await recheckProofs(services)
    expect([await verified(), await badge(), (await domain()).proved_domain]).toEqual([
      null,
      null,
      null,
    ])
    expect((await mails('owner@example.com'))[0]?.subject).toBe(
      'atolye.example is no longer verified',
    )
  })
})
