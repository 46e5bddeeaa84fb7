import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEPT_SECONDS } from '#kernel/idempotency.ts'
import { purgeSignIns } from '#modules/identity/public.ts'
import { signInToConsole, firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { readFormKey } from '../request-body.ts'
import { CONSOLE_OPERATIONS } from '../operations.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: ConsoleBrowser
let partner = ''
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Atölye', email: 'owner@example.com' }))
      .body.id,
  )
  owner = await signInToConsole(market, 'owner@example.com')
})
afterAll(() => market.stop())

let keys = 0
const newKey = () => `a-form-of-a-page-${(keys += 1)}`
const press = (browser: ConsoleBrowser, path: string, body: object, key: string) =>
  browser.ask('POST', path, body, { 'idempotency-key': key })
const count = async (
  table:
    | 'partners'
    | 'invitations'
    | 'coupons'
    | 'items'
    | 'partner_tokens'
    | 'collections'
    | 'categories'
    | 'banners'
    | 'share_rules'
    | 'audit_log',
) =>
  Number(
    (
      await market.services.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  )

const banner = {
  market: 'app',
  place: 'home',
  locale: null,
  platform_id: null,
  title: 'Kış',
  text: '',
  action: 'Bak',
  target: '/list',
  external: false,
  ground: '#0b737e',
  active: true,
  starts_at: null,
  ends_at: null,
}
/** What a form of the console creates, by its operation. */
const CREATES: [string, Parameters<typeof count>[0], () => [ConsoleBrowser, string, object]][] = [
  [
    'createPartner',
    'partners',
    () => [admin, '/operator/partners', { name: 'İkinci Atölye', email: 'second@example.com' }],
  ],
  [
    'inviteOperator',
    'invitations',
    () => [admin, '/operator/invitations', { email: 'helper@example.com', role: 'support' }],
  ],
  [
    'invitePartnerMember',
    'invitations',
    () => [
      owner,
      `/partners/${partner}/invitations`,
      { email: 'developer@example.com', role: 'developer' },
    ],
  ],
  [
    'createToken',
    'partner_tokens',
    () => [owner, `/partners/${partner}/tokens`, { name: 'CI', scopes: ['upload'] }],
  ],
  [
    'createCoupon',
    'coupons',
    () => [
      admin,
      '/operator/coupons',
      {
        code: '',
        kind: 'percent',
        value: 10,
        currency: null,
        market: null,
        item: null,
        valid_from: null,
        valid_until: null,
        total_limit: null,
        store_limit: null,
        first_purchase: false,
      },
    ],
  ],
  [
    'createCategory',
    'categories',
    () => [
      admin,
      '/operator/categories',
      {
        market: 'app',
        slug: 'deneme',
        name: { tr: 'Deneme', en: 'Trial', ar: 'تجربة' },
        drawing: 'marketing',
        tag: false,
      },
    ],
  ],
  [
    'createCollection',
    'collections',
    () => [
      admin,
      '/operator/collections',
      {
        market: 'app',
        slug: 'secilen',
        name: { tr: 'Seçilen', en: 'Chosen', ar: 'مختار' },
        lead: { tr: '', en: '', ar: '' },
        active: true,
      },
    ],
  ],
  ['createBanner', 'banners', () => [admin, '/operator/banners', banner]],
]

describe('a form that is pressed twice (B13)', () => {
  test.each(CREATES)(
    '%s creates once, answers the same again, and creates anew from another form',
    async (_operation, table, given) => {
      const [browser, path, body] = given()
      const [key, before, lines] = [newKey(), await count(table), await count('audit_log')]
      const first = await press(browser, path, body, key)
      expect([first.status, first.body]).toEqual([200, expect.anything()])
      const again = await press(browser, path, body, key)
      expect([again.status, again.body]).toEqual([200, first.body])
      expect([(await count(table)) - before, (await count('audit_log')) - lines]).toEqual([1, 1])
    },
  )

  test('at the same moment is one press: both are told the same', async () => {
    const [key, before] = [newKey(), await count('partner_tokens')]
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        press(owner, `/partners/${partner}/tokens`, { name: 'Both', scopes: ['status'] }, key),
      ),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(await count('partner_tokens')).toBe(before + 1)
    expect(
      JSON.stringify(await market.services.db.selectFrom('console_presses').selectAll().execute()),
    ).not.toContain(String(answers[0]?.body.token))
  })

  test('with something else in it is refused, so that nobody believes it was done', async () => {
    const key = newKey()
    await press(owner, `/partners/${partner}/tokens`, { name: 'One', scopes: ['status'] }, key)
    expect(
      (
        await press(
          owner,
          `/partners/${partner}/tokens`,
          { name: 'Other', scopes: ['status'] },
          key,
        )
      ).body.code,
    ).toBe('form.sent_already')
    expect(
      (
        await press(
          owner,
          `/partners/${partner}/tokens`,
          { name: 'One', scopes: ['status'] },
          'short',
        )
      ).status,
    ).toBe(400)
  })

  test("is nobody else's press, and a press that was refused may be pressed again", async () => {
    const key = newKey()
    const body = { email: 'someone@example.com', role: 'nothing' }
    expect((await press(admin, '/operator/invitations', body, key)).status).toBe(400)
    expect(
      (await press(admin, '/operator/invitations', { ...body, role: 'support' }, key)).status,
    ).toBe(200)
    const before = await count('invitations')
    expect(
      (
        await press(
          owner,
          `/partners/${partner}/invitations`,
          { email: 'someone@example.com', role: 'finance' },
          key,
        )
      ).status,
    ).toBe(200)
    expect(await count('invitations')).toBe(before + 1)
  })

  test('is forgotten after a day', async () => {
    market.clock.moveSeconds(KEPT_SECONDS + 1)
    await purgeSignIns(market.services)
    market.clock.moveSeconds(-KEPT_SECONDS - 1)
    expect(await market.services.db.selectFrom('console_presses').selectAll().execute()).toEqual([])
  })
})

describe('every form of the console (B13)', () => {
  const ROOT = join(import.meta.dirname, '../../apps/console')
  const screens = readdirSync(ROOT, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => ({
      path: relative(ROOT, join(entry.parentPath, entry.name)),
      text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    }))

  test('that is posted carries its key as its first field', () => {
    const bare = screens.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /<(?:Form|form|fetcher\.Form)\b[^>]*method="(?:post|put|delete)"[^>]*?>\s*(<\w+)?/gi,
        ),
      ]
        .filter(([, first]) => first !== '<FormKey')
        .map(([form]) => `${path}: ${form}`),
    )
    expect(bare).toEqual([])
    expect(
      screens
        .filter(
          ({ text }) =>
            /\b(submit|fetcher\.submit|useSubmit)\(/.test(text) &&
            /method: '(post|put|delete)'/i.test(text),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('goes to operations that remember the press, but for those that hand something out', () => {
    const without = CONSOLE_OPERATIONS.filter(
      ({ operation }) => operation.method === 'post' && !operation.headers?.['idempotency-key'],
    ).map((one) => one.operation.id)
    expect(without.sort()).toEqual([
      'exportNewsletter',
      'exportPayoutBatch',
      'fetchExport',
      'fetchOrderDocument',
      'fetchStoreData',
      'readThread',
    ])
  })

  test('that moves money or cannot be undone asks once more', () => {
    const grave = CONSOLE_OPERATIONS.filter(
      ({ operation: { method, id, body } }) =>
        method !== 'get' &&
        (/^(refund|pay|adjust|noteChargeback|erase|forget)/i.test(id) ||
          // An offer moves nothing until it is taken, and can be withdrawn.
          ('amount' in (body?.shape ?? {}) && id !== 'makePlanOffer')),
    )
    const unasked = grave
      .filter(
        ({ operation: { body } }) =>
          !('confirmed' in (body?.shape ?? {})) && !('domain' in (body?.shape ?? {})),
      )
      .map((one) => one.operation.id)
    expect(grave.length).toBeGreaterThan(5)
    expect(unasked).toEqual([])
  })

  test('is found by its key however it is encoded, and its body is left as it was', async () => {
    const key = 'b3f0c1de-0000-4000-8000-000000000000-r1'
    const plain = new URLSearchParams({ form_key: key, form: 'x', text: 'y'.repeat(5000) })
    const multi = new FormData()
    multi.set('form_key', key)
    multi.set('file', new Blob([new Uint8Array(300_000)]), 'big.bin')
    for (const body of [plain, multi]) {
      const read = await readFormKey(
        new Request('http://console.example/', { method: 'POST', body }),
      )
      expect(read.key).toBe(key)
      const form = await read.request.formData()
      expect(form.get('form_key')).toBe(key)
      expect(String(form.get('text') ?? (form.get('file') as File).size)).toMatch(
        /^(y{5000}|300000)$/,
      )
    }
    expect(
      (
        await readFormKey(
          new Request('http://console.example/', {
            method: 'POST',
            body: new URLSearchParams({ text: 'form_key=none' }),
          }),
        )
      ).key,
    ).toBeNull()
  })
})
