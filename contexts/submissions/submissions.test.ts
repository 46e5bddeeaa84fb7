import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf } from '#contexts/partners/draft.ts'
import { keepDraft } from '#contexts/partners/draft-data.ts'
import { insertDraftItem, readListing, sweepUploads } from '#contexts/catalog/public.ts'
import { listingWith, packageWith, type Change } from '#contexts/catalog/rule-pack/candidate.support.ts'
import { FIXTURES } from '#contexts/catalog/rule-pack/fixtures.support.ts'
import { forgePackage, manifestEntry, forgeZip } from '#contexts/catalog/packages/zip-forge.ts'
import { comeIn, ConsoleBrowser, firstOperator, type Answer } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { scratchConnector } from '#contexts/platforms/public.ts'
import { checkSubmission } from './check-submission.ts'
import { CAPS } from './run-isolated.ts'

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let count = 0

const NOTES = { notes_tr: 'Küçük düzeltmeler.', notes_en: 'Small repairs.', notes_ar: 'إصلاحات صغيرة.' }
const idOf = async (email: string) => (await market.services.db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'reviewer@example.com', role: 'reviewer' })
  reviewer = await comeIn(market, 'reviewer@example.com')
  partner = String((await admin.ask('POST', '/operator/partners', { name: 'Nar', email: 'owner@example.com' })).body.id)
  owner = await comeIn(market, 'owner@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'stranger@example.com' })
  stranger = await comeIn(market, 'stranger@example.com')
})
afterAll(() => market.stop())

interface Item { id: string; prefix: string; path: string; zip(version?: string, change?: Change): Promise<Buffer> }

/** An item of the partner that was never published, with a good draft. */
async function newItem(change: Change = {}): Promise<Item> {
  const { db, clock } = market.services
  const prefix = `note-${['ada', 'bor', 'cem', 'dut', 'efe', 'fil', 'gul', 'han', 'inci', 'jale', 'kum', 'lale'][count += 1]}`
  const id = await insertDraftItem(db, { market: 'app', slug: prefix, prefix, partnerId: partner, name: prefix, now: clock.now() })
  const { texts, pictures, credits } = listingWith(change)
  const content = { ...contentOf((await readListing(db, id!))!), texts: texts.map(one => ({ ...one, name: `${one.name} ${prefix.slice(5)}` })), pictures, credits: credits as never }
  await keepDraft(db, id!, { content, changed: {} }, { revision: 1, personId: await idOf('owner@example.com'), now: clock.now() })
  return {
    id: id!, prefix, path: `/partners/${partner}/items/${id}`,
    zip: (version = '1.0.0', more = {}) => packageWith({ ...more, manifest: manifest => ({ ...(more.manifest?.(manifest) ?? manifest), prefix, version }) }),
  }
}

const submit = (item: Item, zip: Buffer, query: Record<string, string> = {}): Promise<Answer> => owner.upload(`${item.path}/submissions`, { channel: 'stable', ...NOTES, with_listing: '1', ...query }, zip)
const look = async (item: Item, id: unknown) => (await owner.ask('GET', `${item.path}/submissions/${String(id)}`)).body as {
  state: string; verdict: string; place: number | null; quarantined: boolean; checks: { rule: string; verdict: string; findings: { wrong: string; where: string; mend: string }[] }[]; queue: { measured: number; median_seconds: number }
}
/** Handed in and looked through; its id. */
async function waiting(item: Item, version = '1.0.0', query: Record<string, string> = {}): Promise<string> {
  const { body } = await submit(item, await item.zip(version), query)
  await checkSubmission(market.services, String(body.id))
  const seen = await look(item, body.id)
  // No browser is at hand in these tests, and that is no pass.
  expect(seen.checks.filter(one => one.verdict !== 'passed')).toMatchObject([{ rule: 'scratch.pictures', verdict: 'could_not_run' }])
  expect(seen.state).toBe('waiting')
  return String(body.id)
}
const approve = (id: string, who = reviewer) => who.ask('POST', `/operator/queue/${id}/approval`, { looked_at: ['scratch.pictures'] })
const claim = (id: string, who = reviewer) => who.ask('POST', `/operator/queue/${id}/claim`)
const listed = (item: Item) => market.services.db.selectFrom('items').leftJoin('releases', 'releases.id', 'items.latest_release_id').select(['items.status', 'items.name', 'releases.version']).where('items.id', '=', item.id).executeTakeFirstOrThrow()
const uploads = async () => (await market.services.db.selectFrom('package_uploads').select('sha256').execute()).length

describe('handing in', () => {
  test('PKG-1 PKG-2 PKG-4 a hostile zip is refused with words in the sender\'s language, and nothing of it is kept', async () => {
    const item = await newItem()
    const hostile: Record<string, Buffer> = {
      'package.not_a_zip': Buffer.from('PK no zip at all'), 'package.path_outside': forgePackage([{ name: '../x' }]), 'package.name_twice': forgePackage([{ name: 'a.css' }, { name: 'A.css' }]),
      'package.expands_too_much': forgePackage([{ name: 'zeros', content: Buffer.alloc(20 * 2 ** 20), method: 8 }]), 'package.link': forgePackage([{ name: 'l', mode: 0o120777 }]),
      'package.manifest_invalid': forgeZip([manifestEntry({ format: 9 })]), 'package.data_before': forgePackage([], { before: Buffer.from('MZ') }),
    }
    for (const [code, zip] of Object.entries(hostile)) {
      const { status, body } = await submit(item, zip)
      expect([status, body.code], code).toEqual([422, 'submissions.package_refused'])
      expect(String(body.message), code).toMatch(/^The package was not taken: \S+ .{10,}/)
    }
    const inTurkish = await owner.upload(`${item.path}/submissions`, { channel: 'stable', ...NOTES, hl: 'tr' }, hostile['package.path_outside']!)
    expect(inTurkish.body.message).toContain('paketin dışına çıkıyor')
    expect((await submit(item, Buffer.alloc(33 * 2 ** 20))).status).toBe(413)
    expect((await owner.upload(`${item.path}/submissions`, { channel: 'stable', ...NOTES }, await item.zip(), 'text/plain')).status).toBe(400)
    expect((await submit(item, await item.zip(), { notes_ar: ' ' })).body).toMatchObject({ code: 'input.invalid', fields: { notes_ar: expect.anything() as unknown } })
    expect([await uploads(), (await market.services.db.selectFrom('submissions').select('id').execute()).length]).toEqual([0, 0])
  })

  test('a package must be the item\'s own, of its kind, of the channel its version says, and not published already', async () => {
    const [item, other] = [await newItem(), await newItem()]
    const codeOf = async (zip: Buffer, query = {}) => (await submit(item, zip, query)).body.code
    expect(await codeOf(await other.zip())).toBe('submissions.other_item')
    expect(await codeOf(await packageWith({ kind: 'theme' }))).toBe('submissions.other_kind')
    expect(await codeOf(await item.zip('2.0.0-beta.1'))).toBe('submissions.channel_differs')
    expect(await codeOf(await item.zip('2.0.0'), { channel: 'beta' })).toBe('submissions.channel_differs')
    expect(await codeOf(await item.zip(), { with_listing: '0' })).toBe('submissions.listing_first')
  })

  test('PKG-16 of two handed in at once one is taken; another needs the first to be withdrawn, and its bytes go with it', async () => {
    const item = await newItem()
    const [one, two] = await Promise.all([submit(item, await item.zip('1.0.0')), submit(item, await item.zip('1.0.1'))])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const taken = one.status === 200 ? one : two
    expect((await submit(item, await item.zip('1.0.2'))).body.code).toBe('submissions.open_already')
    const row = await market.services.db.selectFrom('submissions').select('package_sha256').where('id', '=', String(taken.body.id)).executeTakeFirstOrThrow()
    market.clock.moveSeconds(7200)
    await sweepUploads(market.services)
    expect(await market.services.blobs.has(row.package_sha256!)).toBe(true)
    expect((await owner.ask('PUT', `${item.path}/submissions/${String(taken.body.id)}/notes`, { ...NOTES, notes_en: 'Told better.' })).status).toBe(200)
    const path = `${item.path}/submissions/${String(taken.body.id)}/withdrawal`
    expect([(await owner.ask('POST', path)).status, (await owner.ask('POST', path)).body.code]).toEqual([200, 'submissions.over'])
    market.clock.moveSeconds(7200)
    await sweepUploads(market.services)
    expect([await market.services.blobs.has(row.package_sha256!), await uploads()]).toEqual([false, 0])
    expect((await submit(item, await item.zip('1.0.2'))).status).toBe(200)
  })

  test('PKG-12 nothing of it is there for another partner, by whatever path', async () => {
    const item = await newItem()
    const id = String((await submit(item, await item.zip())).body.id)
    const theirs = (await market.services.db.selectFrom('partners').select('id').where('name', '=', 'Other').executeTakeFirstOrThrow()).id
    for (const path of [`${item.path}/submissions`, `${item.path}/submissions/${id}`, `/partners/${theirs}/items/${item.id}/submissions`, `/partners/${theirs}/items/${item.id}/submissions/${id}`]) {
      expect((await stranger.ask('GET', path)).status, path).toBe(404)
    }
    expect((await stranger.ask('POST', `/partners/${theirs}/items/${item.id}/submissions/${id}/withdrawal`)).status).toBe(404)
    expect((await stranger.upload(`/partners/${theirs}/items/${item.id}/submissions`, { channel: 'stable', ...NOTES }, await item.zip())).status).toBe(404)
    expect((await stranger.ask('GET', `/operator/queue/${id}`)).status).toBe(403)
  })
})

describe('checks', () => {
  test('PKG-7 who hands in a secret reads where it lies and how to mend it; the package is quarantined and shown to nobody', async () => {
    const item = await newItem()
    const { body } = await submit(item, await item.zip('1.0.0', FIXTURES['secrets.aws_key']!.fails))
    await checkSubmission(market.services, String(body.id))
    const seen = await look(item, body.id)
    expect(seen).toMatchObject({ state: 'failed_checks', verdict: 'failed', quarantined: true, place: null })
    const failed = seen.checks.filter(one => one.verdict === 'failed')
    expect(failed.map(one => one.rule)).toEqual(['secrets.aws_key'])
    expect(failed[0]!.findings[0]).toMatchObject({ where: 'note.js:1', wrong: expect.stringMatching(/\w/) as string, mend: expect.stringMatching(/\w/) as string })
    const review = (await reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body
    expect([review.files, review.manifest, review.parts]).toEqual([null, null, []])
  })

  test('PKG-7 PKG-11 a program hands in by its token, and a token of ours that lies in the package ends', async () => {
    const item = await newItem()
    const { token } = (await owner.ask('POST', `/partners/${partner}/tokens`, { name: 'build', scopes: ['upload', 'status'], item: item.id })).body as { token: string }
    const program = (method: string, path: string, zip?: Buffer) =>
      new ConsoleBrowser(market).ask(method, path, undefined, { authorization: `Bearer ${token}`, ...(zip && { 'content-type': 'application/zip' }) }, zip)
    const zip = await item.zip('1.0.0', { files: { 'note.js': `const key = '${token}'\n` } })
    const { status, body } = await program('POST', `${item.path}/submissions?${new URLSearchParams({ channel: 'stable', ...NOTES, with_listing: '1' })}`, zip)
    const path = `${item.path}/submissions/${String(body.id)}`
    expect(status, path).toBe(200)
    expect((await program('GET', path)).body).toMatchObject({ state: 'checking', may_submit: true })
    expect((await program('POST', `${path}/withdrawal`)).status).toBe(403)
    await checkSubmission(market.services, String(body.id))
    expect([(await program('GET', path)).status, (await look(item, body.id)).checks.find(one => one.verdict === 'failed')?.rule]).toEqual([401, 'secrets.own_token'])
  })

  test('PKG-5 checks that are ended from outside could not run: tried again, then said, never approved, and run anew by a reviewer', async () => {
    const item = await newItem()
    const id = String((await submit(item, await item.zip())).body.id)
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await look(item, id)).state).toBe('checking')
      await checkSubmission(market.services, id, { ...CAPS, deadlineMs: 1 })
      market.clock.moveSeconds(60)
    }
    expect(await look(item, id)).toMatchObject({ state: 'waiting', verdict: 'could_not_run' })
    await claim(id)
    expect((await reviewer.ask('POST', `/operator/queue/${id}/approval`, { looked_at: ['package.readable', 'code.eval'] })).body.code).toBe('submissions.not_passed')
    expect((await reviewer.ask('POST', `/operator/queue/${id}/checks`)).status).toBe(200)
    await checkSubmission(market.services, id)
    expect((await look(item, id)).checks.filter(one => one.verdict !== 'passed').map(one => one.rule)).toEqual(['scratch.pictures'])
    expect((await reviewer.ask('POST', `/operator/queue/${id}/approval`, {})).body.code).toBe('submissions.not_passed')
    expect(await listed(item)).toMatchObject({ status: 'draft' })
  })
})

describe('review', () => {
  test('two reviewers do not do the same, nobody reviews their own, and what is approved is published with its listing', async () => {
    const item = await newItem()
    const id = await waiting(item)
    const queue = (await reviewer.ask('GET', '/operator/queue')).body as { submissions: { id: string; first: boolean }[] }
    expect(queue.submissions.find(one => one.id === id)).toMatchObject({ first: true, item_name: item.prefix, claim: null, own: false })
    expect((await approve(id)).body.code).toBe('submissions.not_claimed')
    expect([(await claim(id)).status, (await claim(id, admin)).body.code]).toEqual([200, 'submissions.claimed'])
    expect((await approve(id, admin)).body.code).toBe('submissions.not_claimed')
    const review = (await reviewer.ask('GET', `/operator/queue/${id}`)).body as { may_decide: boolean; files: { path: string; what: string }[]; parts: { after: string }[]; permissions: { place: string }[]; listing: { place: string }[] }
    expect(review.may_decide).toBe(true)
    expect(review.files.map(file => [file.path, file.what])).toContainEqual(['note.js', 'added'])
    expect([review.parts[0]!.after.includes('data-note'), review.permissions[0]!.place]).toEqual([true, 'design_block'])
    expect(review.listing.map(one => one.place)).toContain('texts.ar.tagline')

    await market.services.db.insertInto('partner_members').values({ partner_id: partner, person_id: await idOf('reviewer@example.com'), role: 'finance', created_at: new Date() }).execute()
    expect((await approve(id)).body.code).toBe('submissions.own_item')
    await market.services.db.deleteFrom('partner_members').where('person_id', '=', await idOf('reviewer@example.com')).execute()
    expect((await approve(id)).body).toMatchObject({ release: expect.stringMatching(/^rel_/) as string })
    expect(await listed(item)).toMatchObject({ status: 'published', version: '1.0.0' })
    expect((await approve(id)).body.code).toBe('submissions.over')
    expect((await submit(item, await item.zip('1.0.0'))).body.code).toBe('submissions.version_taken')
    // The next one stands beside what is published.
    const next = await waiting(item, '1.1.0', { with_listing: '0' })
    const second = (await reviewer.ask('GET', `/operator/queue/${next}`)).body as typeof review & { published_version: string; manifest: { before: string } }
    expect(second.files.filter(file => file.what !== 'same').map(file => file.path)).toEqual(['arasta.app.json'])
    expect([second.published_version, second.manifest.before.includes('"1.0.0"'), second.listing]).toEqual(['1.0.0', true, []])
  })

  test('killed between the listing and the log, nothing is published; done again, all of it', async () => {
    const item = await newItem()
    const id = await waiting(item)
    await claim(id)
    const { db } = market.services
    await sql`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(db)
    await sql`create trigger stop_here before insert on release_log for each row execute function stop_here()`.execute(db)
    expect((await approve(id)).status).toBe(500)
    expect([await listed(item), (await look(item, id)).state]).toEqual([expect.objectContaining({ status: 'draft', version: null }), 'waiting'])
    await sql`drop trigger stop_here on release_log`.execute(db)
    // Even when what was left of it has been swept up meanwhile.
    market.clock.moveSeconds(2400)
    await db.updateTable('package_uploads').set({ started_at: new Date(0) }).execute()
    await sweepUploads(market.services)
    expect((await approve(id)).status).toBe(200)
    expect(await listed(item)).toMatchObject({ status: 'published', version: '1.0.0' })
    expect((await db.selectFrom('package_holds').select('holder').where('holder', '=', id).execute()).length).toBe(0)
  })

  test('a rejection says its grounds, its rule and what was found, and the queue measures how long it took', async () => {
    const item = await newItem()
    const id = await waiting(item)
    await claim(id)
    const reject = (body: object) => reviewer.ask('POST', `/operator/queue/${id}/rejection`, body)
    expect((await reject({})).body).toMatchObject({ code: 'input.invalid', fields: { grounds: expect.anything() as unknown, rule: expect.anything() as unknown, facts: expect.anything() as unknown } })
    market.clock.moveSeconds(600)
    const facts = { grounds: 'contract', rule: 'Partner terms 4.2', facts: 'The pictures show another app than the one in the package.' }
    expect((await reject(facts)).status).toBe(200)
    expect((await owner.ask('GET', `/partners/${partner}/statements`)).body.statements).toMatchObject([{ about: 'submission', decision: 'rejected' }])
    expect(await look(item, id)).toMatchObject({ state: 'rejected', rejection: { grounds: 'contract', rule: 'Partner terms 4.2', reasons: facts.facts } })
    const { queue } = await look(item, id)
    expect([queue.measured >= 3, queue.median_seconds >= 0]).toEqual([true, true])
    expect(await listed(item)).toMatchObject({ status: 'draft' })
  })
})

test('PKG-13 a partner halts a release with a reason, brings it back, withdraws it for ever; the log says so each time', async () => {
  const item = await newItem()
  const id = await waiting(item)
  await claim(id)
  await approve(id)
  const change = (to: string, reason = 'It breaks the checkout on small screens.') => owner.ask('PUT', `${item.path}/releases/1.0.0/state`, { to, reason })
  expect((await change('halted', '')).body.code).toBe('input.invalid')
  expect((await change('halted')).status).toBe(200)
  expect(await listed(item)).toMatchObject({ version: null })
  expect([(await change('published')).status, (await change('yanked')).status]).toEqual([200, 200])
  expect((await change('published')).body.code).toBe('submissions.not_from_here')
  expect((await owner.ask('PUT', `${item.path}/releases/9.9.9/state`, { to: 'halted', reason: 'It breaks the checkout.' })).status).toBe(404)
  const log = await market.services.db.selectFrom('release_log').innerJoin('releases', 'releases.id', 'release_log.release_id').select('state').where('item_id', '=', item.id).orderBy('index').execute()
  expect(log.map(one => one.state)).toEqual(['published', 'halted', 'published', 'yanked'])
})

describe('the scratch shop', () => {
  test('is as it was, byte for byte, after what was handed in stood on it; one that leaves something behind is told so', async () => {
    const platform = await market.services.db.selectFrom('platforms').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const connector = scratchConnector(market.services, platform)!
    const before = await connector.getState()
    const item = await newItem()
    const { body } = await submit(item, await item.zip())
    // Another one is being tried there just now: this one waits for its turn.
    await market.services.db.insertInto('scratch_turns').values({ platform_id: 1, submission_id: 'sub_other', ends_at: new Date(market.clock.now().getTime() + 60_000) }).execute()
    await checkSubmission(market.services, String(body.id))
    expect((await look(item, body.id)).state).toBe('checking')
    market.clock.moveSeconds(90)
    const pictures: Buffer[] = []
    const camera = { take: async (url: string) => Buffer.from(`${url} ${pictures.push(Buffer.alloc(1))}`) }
    await checkSubmission({ ...market.services, camera }, String(body.id))
    expect(await look(item, body.id)).toMatchObject({ state: 'waiting', verdict: 'passed' })
    const after = await connector.getState()
    expect([after.slots, after.users]).toEqual([before.slots, before.users])
    expect((await reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body.pictures).toEqual(['before', 'after'])
    const picture = (await reviewer.ask('GET', `/operator/queue/${String(body.id)}/pictures/after`)).body
    expect(Buffer.from(String(picture.png), 'base64').toString()).toMatch(/^http:\/\/scratch\.localhost.* 2$/)
  })

  test('PKG-5 that cannot be reached is no verdict on the package: a reviewer may try it by hand, and says so', async () => {
    market.shop.setStoreOpen('scratch', false)
    const item = await newItem()
    const { body } = await submit(item, await item.zip())
    await checkSubmission(market.services, String(body.id))
    market.shop.setStoreOpen('scratch', true)
    const seen = await look(item, body.id)
    expect([seen.state, seen.verdict, seen.checks.filter(one => one.verdict !== 'passed').map(one => one.rule)])
      .toEqual(['waiting', 'could_not_run', ['scratch.install', 'scratch.pages', 'scratch.uninstall', 'scratch.pictures']])
    await claim(String(body.id))
    const looked = (await reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body.may_look as string[]
    expect((await reviewer.ask('POST', `/operator/queue/${String(body.id)}/approval`, { looked_at: looked })).status).toBe(200)
  })
})
