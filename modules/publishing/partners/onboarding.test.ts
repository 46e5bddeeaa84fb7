import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleBrowser } from '#test/support/console.ts'
import { signInToConsole } from '#test/support/console.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'

let desk: SubmissionDesk
let owner: ConsoleBrowser
let partner = ''
beforeAll(async () => {
  desk = await startSubmissions()
  const { body } = await desk.admin.ask('POST', '/operator/partners', {
    name: 'Ceviz Atölyesi',
    email: 'ceviz@example.com',
  })
  partner = String(body.id)
  owner = await signInToConsole(desk.market, 'ceviz@example.com')
})
afterAll(() => desk.market.stop())

const at = (rest: string) => `/partners/${partner}${rest}`
const done = async () => {
  const { steps } = (await owner.ask('GET', at('/onboarding'))).body as {
    steps: { step: string; done: boolean }[]
  }
  return steps.filter((one) => one.done).map((one) => one.step)
}
const db = () => desk.market.services.db

test('the first steps of a partner are read from the facts, open again when these are gone, and are put away once all are done (D19)', async () => {
  expect(await done()).toEqual([])
  const early = await owner.ask('PUT', at('/onboarding'))
  expect([early.status, early.body.code]).toEqual([409, 'partners.onboarding_open'])

  await owner.ask('PUT', at('/profile'), {
    revision: 0,
    name: 'Ceviz Atölyesi',
    about_tr: 'Küçük bir atölye.',
    website: 'https://ceviz.example',
    support_email: 'destek@ceviz.example',
    support_url: '',
    privacy_url: '',
  })
  expect(await done()).toEqual([])
  await db()
    .updateTable('partner_profiles')
    .set({ logo: `/pictures/partners/${'a'.repeat(40)}-512.webp` })
    .where('partner_id', '=', partner)
    .execute()
  expect(await done()).toEqual(['profile'])
  await owner.ask('PUT', at('/profile/seller'), {
    revision: 1,
    legal_name: 'Ceviz Yazılım A.Ş.',
    legal_address: 'Çekirge Mah. 1. Sok. No: 4\nBursa',
    tax_office: 'Çekirge',
    tax_number: '1234567890',
    registry_number: '',
    registered_mail: '',
    phone: '0532 123 45 67',
  })
  expect(await done()).toEqual(['profile', 'seller'])
  const account = await owner.ask('PUT', at('/payout-account'), {
    holder: 'Ceviz Yazılım A.Ş.',
    iban: 'TR330006100519786457841326',
    bic: '',
    country: 'TR',
    tax_number: '1234567890',
  })
  expect(account.status).toBe(200)
  const item = await owner.ask('POST', at('/items'), {
    market: 'app',
    name: 'Ceviz Notu',
    slug: 'ceviz-notu',
    prefix: 'ceviz-notu',
  })
  expect(item.status).toBe(200)
  expect(await done()).toEqual(['profile', 'seller', 'payout', 'item'])
  await db()
    .updateTable('partners')
    .set({ verified_at: desk.market.clock.now() })
    .where('id', '=', partner)
    .execute()
  await db()
    .updateTable('items')
    .set({ status: 'published', published_at: desk.market.clock.now() })
    .where('partner_id', '=', partner)
    .execute()
  expect((await done()).length).toBe(6)

  await owner.ask('DELETE', at('/profile/logo'))
  expect((await owner.ask('PUT', at('/onboarding'))).status).toBe(409)
  await db()
    .updateTable('partner_profiles')
    .set({ logo: `/pictures/partners/${'a'.repeat(40)}-512.webp` })
    .where('partner_id', '=', partner)
    .execute()
  expect((await owner.ask('PUT', at('/onboarding'))).status).toBe(200)
  expect((await owner.ask('GET', at('/onboarding'))).body).toMatchObject({ hidden: true })
})

test('who answers for a partner reads and answers messages, sees no money and changes no item (D19)', async () => {
  await owner.ask('POST', at('/invitations'), { email: 'yardim@example.com', role: 'support' })
  const support = await signInToConsole(desk.market, 'yardim@example.com')
  const status = async (method: string, path: string, body?: object) =>
    (await support.ask(method, at(path), body)).status
  expect(await status('GET', '')).toBe(200)
  expect(await status('GET', '/messages')).toBe(200)
  expect(await status('GET', '/earnings')).toBe(403)
  expect(await status('GET', '/payouts')).toBe(403)
  expect(await status('GET', '/tokens')).toBe(403)
  expect(
    await status('POST', '/items', { market: 'app', name: 'Not', slug: '', prefix: 'not' }),
  ).toBe(403)
  expect(await status('POST', '/invitations', { email: 'x@example.com', role: 'owner' })).toBe(403)
})
