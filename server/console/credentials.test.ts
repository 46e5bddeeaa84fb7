import { personOf } from '#kernel/actor.ts'
import { CREDENTIAL_CHANGES, type ConsoleCtx } from '#kernel/context.ts'
import { noteChange, defineOperation } from '#kernel/define-operation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeOfApp,
  signInToConsole,
  ConsoleBrowser,
  firstOperator,
  mailTo,
  PASSWORD,
  SECRET_LINK,
  tokenIn,
} from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { CONSOLE_OPERATIONS } from '../operations.ts'

/**
 * Writes about an account that change nothing of what opens it. Whatever is not here declares what
 * it changes, and mails it.
 */
const OPENS_NOTHING_NEW = [
  // The browser at hand comes in or leaves by what the account has already.
  'signIn',
  'signInByCode',
  'signInByPasskey',
  'beginOpenId',
  'signOut',
  'endOneSession',
  'endOtherSessions',
  // A mail with a link goes to the owner; a name, a language, an address that is said to be one's
  // own.
  'askForRecovery',
  'sendEmailCheck',
  'confirmEmail',
  'changeAccount',
  // The secret of an app counts from its first right code on (`confirmAppCode`).
  'startAppCode',
  // The account begins here, or a team grows.
  'createFirstOperator',
  'acceptInvitation',
  // A company that has no account yet; the approval is an invitation.
  'applyAsPartner',
  'sendApplicationCode',
  'confirmApplicationMail',
  'checkApplicationDomain',
  'withdrawPartnerApplication',
]

let market: Marketplace
let admin: ConsoleBrowser
let partner = ''
const EMAIL = 'ada@example.com'
const ID = () =>
  market.services.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
    .then((row) => row.id)

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Ada Yazılım', email: EMAIL })).body.id,
  )
})
afterAll(() => market.stop())

const signIn = async (password = PASSWORD) => {
  const browser = new ConsoleBrowser(market)
  return { browser, answer: await browser.ask('POST', '/sign-in', { email: EMAIL, password }) }
}
/** As if a thief had added them: a passkey and an account at a provider. */
async function addByThief(): Promise<void> {
  const [personId, now] = [await ID(), market.clock.now()]
  const { db } = market.services
  await db
    .insertInto('person_passkeys')
    .values({
      id: 'pky_thief',
      person_id: personId,
      name: 'Thief',
      public_key: 'x',
      credential_id: 'x',
      counter: 0,
      device_type: 'singleDevice',
      backed_up: false,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('person_means')
    .values({
      id: 'pme_thief',
      person_id: personId,
      provider_id: 'openid',
      account_id: 'thief',
      created_at: now,
      updated_at: now,
    })
    .execute()
}
const openers = async () => {
  const [personId, { db }] = [await ID(), market.services]
  return {
    passkeys: (
      await db
        .selectFrom('person_passkeys')
        .select('id')
        .where('person_id', '=', personId)
        .execute()
    ).map((one) => one.id),
    providers: (
      await db
        .selectFrom('person_means')
        .select('id')
        .where('person_id', '=', personId)
        .where('provider_id', '<>', 'credential')
        .execute()
    ).map((one) => one.id),
    tokens: (
      await db
        .selectFrom('partner_tokens')
        .select('name')
        .where('created_by', '=', personId)
        .where('revoked_at', 'is', null)
        .execute()
    ).map((one) => one.name),
  }
}
const letter = async () => (await mailTo(market, EMAIL)).subject

describe('what opens an account (A6)', () => {
  test('every write about an account says what it changes of that, or is known to change nothing', () => {
    const about = CONSOLE_OPERATIONS.filter(
      ({ operation: { method, policy, tag, id } }) =>
        method !== 'get' &&
        (policy.who === 'person' ||
          policy.who === 'guest' ||
          tag === 'Tokens' ||
          /token|passkey|password/i.test(id)),
    )
    const silent = about.filter((one) => one.changes.length === 0).map((one) => one.operation.id)
    expect(
      silent.filter((id) => !OPENS_NOTHING_NEW.includes(id) && id !== 'confirmPartnerMail'),
    ).toEqual([])
    expect(OPENS_NOTHING_NEW.filter((id) => !silent.includes(id))).toEqual([])
    expect([...new Set(CONSOLE_OPERATIONS.flatMap((one) => one.changes))].sort()).toEqual(
      [...CREDENTIAL_CHANGES].sort(),
    )
  })

  test('a change that its operation does not declare is refused, and leaves nothing', async () => {
    const [undeclared] = CONSOLE_OPERATIONS.filter((one) => one.operation.id === 'changeAccount')
    const sneaky = defineOperation({
      ...undeclared!.operation,
      audit: { kind: 'person', id: () => null },
      run: async (ctx: ConsoleCtx) => {
        noteChange(ctx, { change: 'passkey_added', personId: personOf(ctx).id })
        return { success: true }
      },
    })
    const { id } = await market.services.db
      .selectFrom('people')
      .select('id')
      .executeTakeFirstOrThrow()
    const person = {
      id,
      name: 'x',
      email: 'x@example.com',
      emailVerified: true,
      locale: 'en' as const,
      sessionId: 's',
      signedInAt: new Date(0),
      hasSecondFactor: false,
      operatorRole: null,
      partners: [],
    }
    const ctx = {
      ...market.services,
      actor: { kind: 'person', token: null, ...person },
      locale: 'en',
      ip: '',
      requestId: '',
      browser: { cookie: '', userAgent: '', setCookies: [] },
      trail: {},
    } as unknown as ConsoleCtx
    await expect(sneaky.run(ctx, { body: { name: 'x', locale: 'en' } })).rejects.toThrow(
      'does not declare',
    )
  })

  test('each change is mailed to the owner, in their language, with where it came from', async () => {
    const ada = await signInToConsole(market, EMAIL)
    await market.services.db
      .updateTable('people')
      .set({ locale: 'tr' })
      .where('email', '=', EMAIL)
      .execute()
    const seen = new Map<string, string>()
    const note = async (change: string) => seen.set(change, await letter())

    const { id: token } = (
      await ada.ask('POST', `/partners/${partner}/tokens`, { name: 'CI', scopes: ['upload'] })
    ).body as { id: string }
    await note('token_created')
    await ada.ask('DELETE', `/partners/${partner}/tokens/${token}`)
    await note('token_revoked')
    const { uri } = (await ada.ask('POST', '/account/app-code', { password: PASSWORD })).body as {
      uri: string
    }
    await ada.ask('PUT', '/account/app-code', { code: codeOfApp(uri) })
    await note('app_added')
    await ada.ask('POST', '/account/backup-codes', { password: PASSWORD })
    await note('backup_codes')
    await ada.ask('POST', '/account/app-code/end', { password: PASSWORD })
    await note('app_removed')
    await addByThief()
    await ada.ask('DELETE', '/account/passkeys/pky_thief')
    await note('passkey_removed')
    expect((await ada.ask('DELETE', '/account/providers/pme_thief')).status).toBe(200)
    await note('provider_unlinked')
    expect((await admin.ask('DELETE', '/account/providers/pme_thief')).status).toBe(404)
    await ada.ask('PUT', '/account/password', {
      password: PASSWORD,
      new_password: 'another long one 1',
    })
    await note('password_changed')
    const { text } = await mailTo(market, EMAIL)
    expect(text).toMatch(/127\.0\.0\.1/)
    expect(text).toMatch(/Chrome\/140/)
    expect(text).toMatch(/\/recovery\?hl=tr/)
    expect(Object.fromEntries(seen)).toEqual({
      token_created: 'Adına bir erişim anahtarı oluşturuldu',
      token_revoked: 'Bir erişim anahtarın iptal edildi',
      app_added: 'Hesabına doğrulama uygulaması eklendi',
      backup_codes: 'Yedek kodların yenilendi',
      app_removed: 'Hesabından doğrulama uygulaması kaldırıldı',
      passkey_removed: 'Hesabından bir geçiş anahtarı kaldırıldı',
      provider_unlinked: 'Hesabından dış bir giriş hesabı ayrıldı',
      password_changed: 'Parolan değişti',
    })
  })

  test('a new password revokes passkeys, providers, tokens and sessions, except what its owner keeps', async () => {
    const { browser } = await signIn('another long one 1')
    const { browser: thief } = await signIn('another long one 1')
    await addByThief()
    await browser.ask('POST', `/partners/${partner}/tokens`, { name: 'kept', scopes: ['upload'] })
    await browser.ask('POST', `/partners/${partner}/tokens`, { name: 'lost', scopes: ['upload'] })
    const { credentials } = (await browser.ask('GET', '/account')).body as {
      credentials: { id: string; name: string; kind: string }[]
    }
    expect(credentials.map((one) => one.kind).sort()).toEqual([
      'passkey',
      'provider',
      'token',
      'token',
    ])
    const keep = credentials.filter((one) => one.name === 'kept').map((one) => one.id)
    expect(
      (
        await browser.ask('PUT', '/account/password', {
          password: 'another long one 1',
          new_password: PASSWORD,
          keep,
        })
      ).status,
    ).toBe(200)
    expect(await openers()).toEqual({ passkeys: [], providers: [], tokens: ['kept'] })
    expect((await thief.ask('GET', '/account')).status).toBe(401)
    expect((await browser.ask('GET', '/account')).status).toBe(200)
  })

  test('recovery shows what opens the account, and takes all of it away unless it is kept; a young authenticator app too, an old one never', async () => {
    const { browser } = await signIn()
    await addByThief()
    const { uri } = (await browser.ask('POST', '/account/app-code', { password: PASSWORD }))
      .body as { uri: string }
    await browser.ask('PUT', '/account/app-code', { code: codeOfApp(uri) })
    const ask = async () => {
      await new ConsoleBrowser(market).ask('POST', '/recovery', { email: EMAIL })
      return tokenIn((await mailTo(market, EMAIL, SECRET_LINK)).text)
    }
    const token = await ask()
    const shown = await new ConsoleBrowser(market).ask('GET', `/recovery/${token}`)
    expect((shown.body.credentials as { kind: string }[]).map((one) => one.kind).sort()).toEqual([
      'app_code',
      'passkey',
      'provider',
      'token',
    ])
    expect((await new ConsoleBrowser(market).ask('GET', '/recovery/none')).body.code).toBe(
      'people.link_over',
    )
    expect(
      (
        await new ConsoleBrowser(market).ask('PUT', '/recovery', {
          token,
          password: 'a recovered phrase',
          keep: ['pky_thief'],
        })
      ).status,
    ).toBe(200)
    expect(await openers()).toEqual({ passkeys: ['pky_thief'], providers: [], tokens: [] })
    expect(await letter()).toBe('Parolan posta bağlantısıyla yenilendi')
    const after = await signIn('a recovered phrase')
    expect(after.answer.body).toEqual({ next: 'done' })

    const again = (
      await after.browser.ask('POST', '/account/app-code', { password: 'a recovered phrase' })
    ).body as { uri: string }
    await after.browser.ask('PUT', '/account/app-code', { code: codeOfApp(again.uri) })
    await market.services.db
      .updateTable('person_app_codes')
      .set({ confirmed_at: new Date(market.clock.now().getTime() - 8 * 86_400_000) })
      .execute()
    const later = await ask()
    expect((await new ConsoleBrowser(market).ask('GET', `/recovery/${later}`)).body).toMatchObject({
      app_code: true,
      credentials: [{ kind: 'passkey' }],
    })
    await new ConsoleBrowser(market).ask('PUT', '/recovery', { token: later, password: PASSWORD })
    expect((await signIn()).answer.body).toEqual({ next: 'code' })
    expect(await openers()).toEqual({ passkeys: [], providers: [], tokens: [] })
  })
})

test('SRV-6 sign-ins that wait for their turn to hash hold no connection of the database', async () => {
  const { db } = market.services
  const browsers = Array.from({ length: 10 }, () => new ConsoleBrowser(market))
  let open = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(db)
      open = Math.max(open, Number(rows[0]?.count))
    }
  }
  const watching = watch()
  const answers = await Promise.all(
    browsers.map((browser, n) =>
      browser.ask('POST', '/sign-in', { email: `nobody${n}@example.com`, password: PASSWORD }),
    ),
  )
  isOver = true
  await watching
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
  // One may be between its last statement and its commit.
  expect(open).toBeLessThan(4)
})
