import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeUploads } from '#modules/catalog/public.ts'
import { scratchConnector } from '#modules/stores/platforms/public.ts'
import { mailTo } from '#test/support/console.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { checkSubmission } from './check-submission.ts'
import { CHECK_POINTS } from './review-rules.ts'

let desk: SubmissionDesk
beforeAll(async () => {
  desk = await startSubmissions()
})
afterAll(() => desk.market.stop())

describe('review', () => {
  test('two reviewers do not do the same, nobody reviews their own, and what is approved is published with its listing', async () => {
    const item = await desk.newItem()
    const id = await desk.waiting(item)
    const queue = (await desk.reviewer.ask('GET', '/operator/queue')).body as {
      submissions: { id: string; first: boolean }[]
    }
    expect(queue.submissions.find((one) => one.id === id)).toMatchObject({
      first: true,
      item_name: item.prefix,
      claim: null,
      own: false,
    })
    expect((await desk.approve(id)).body.code).toBe('submissions.not_claimed')
    expect([(await desk.claim(id)).status, (await desk.claim(id, desk.admin)).body.code]).toEqual([
      200,
      'submissions.claimed',
    ])
    expect((await desk.approve(id, desk.admin)).body.code).toBe('submissions.not_claimed')
    const review = (await desk.reviewer.ask('GET', `/operator/queue/${id}`)).body as {
      may_decide: boolean
      files: { path: string; what: string }[]
      parts: { after: string }[]
      permissions: { place: string }[]
      listing: { place: string }[]
    }
    expect(review.may_decide).toBe(true)
    expect(review.files.map((file) => [file.path, file.what])).toContainEqual(['note.js', 'added'])
    expect([review.parts[0]!.after.includes('data-note'), review.permissions[0]!.place]).toEqual([
      true,
      'design_block',
    ])
    expect(review.listing.map((one) => one.place)).toContain('texts.ar.tagline')

    await desk.market.services.db
      .insertInto('partner_members')
      .values({
        partner_id: desk.partner,
        person_id: await desk.idOf('reviewer@example.com'),
        role: 'finance',
        created_at: new Date(),
      })
      .execute()
    expect((await desk.approve(id)).body.code).toBe('submissions.own_item')
    await desk.market.services.db
      .deleteFrom('partner_members')
      .where('person_id', '=', await desk.idOf('reviewer@example.com'))
      .execute()
    expect((await desk.approve(id)).body).toMatchObject({
      release: expect.stringMatching(/^rel_/) as string,
    })
    expect(await desk.listed(item)).toMatchObject({ status: 'published', version: '1.0.0' })
    expect((await mailTo(desk.market, 'owner@example.com')).subject).toContain(
      ' 1.0.0 is published',
    )
    expect((await desk.approve(id)).body.code).toBe('submissions.over')
    expect((await desk.owner.ask('GET', item.path)).body).toMatchObject({
      status: 'published',
      differs: false,
    })
    expect((await desk.submit(item, await item.zip('1.0.0'))).body.code).toBe(
      'submissions.version_taken',
    )
    // The next one stands beside what is published.
    const next = await desk.waiting(item, '1.1.0', { with_listing: '0' })
    const second = (await desk.reviewer.ask('GET', `/operator/queue/${next}`))
      .body as typeof review & { published_version: string; manifest: { before: string } }
    expect(second.files.filter((file) => file.what !== 'same').map((file) => file.path)).toEqual([
      'arasta.app.json',
    ])
    expect([
      second.published_version,
      second.manifest.before.includes('"1.0.0"'),
      second.listing,
    ]).toEqual(['1.0.0', true, []])
  })

  test('killed between the listing and the log, nothing is published; done again, all of it', async () => {
    const item = await desk.newItem()
    const id = await desk.waiting(item)
    await desk.claim(id)
    const { db } = desk.market.services
    await sql`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      db,
    )
    await sql`create trigger stop_here before insert on release_log for each row execute function stop_here()`.execute(
      db,
    )
    expect((await desk.approve(id)).status).toBe(500)
    expect([await desk.listed(item), (await desk.look(item, id)).state]).toEqual([
      expect.objectContaining({ status: 'draft', version: null }),
      'waiting',
    ])
    await sql`drop trigger stop_here on release_log`.execute(db)
    // Even when what was left of it has been swept up meanwhile.
    desk.market.clock.moveSeconds(2400)
    await db
      .updateTable('package_uploads')
      .set({ started_at: new Date(0) })
      .execute()
    await purgeUploads(desk.market.services)
    expect((await desk.approve(id)).status).toBe(200)
    expect(await desk.listed(item)).toMatchObject({ status: 'published', version: '1.0.0' })
    expect(
      (await db.selectFrom('package_holds').select('holder').where('holder', '=', id).execute())
        .length,
    ).toBe(0)
  })

  test('a listing may be handed in alone: it is checked by the rules of listings, and published without a release', async () => {
    const item = await desk.newItem()
    const { body } = await desk.owner.ask('POST', `${item.path}/listing-submissions`)
    await checkSubmission(desk.market.services, String(body.id))
    expect(await desk.look(item, body.id)).toMatchObject({
      state: 'waiting',
      verdict: 'passed',
      version: null,
    })
    await desk.claim(String(body.id))
    expect((await desk.approve(String(body.id))).body).toEqual({ release: null })
    expect(await desk.listed(item)).toMatchObject({
      status: 'published',
      name: expect.stringContaining('Gift Note') as string,
      version: null,
    })
    expect((await desk.owner.ask('POST', `${item.path}/listing-submissions`)).body.code).toBe(
      'submissions.nothing_new',
    )
  })

  test('a rejection says its grounds, its rule and what was found, and the queue measures how long it took', async () => {
    const item = await desk.newItem()
    const id = await desk.waiting(item)
    await desk.claim(id)
    const reject = (body: object) =>
      desk.reviewer.ask('POST', `/operator/queue/${id}/rejection`, body)
    expect((await reject({})).body).toMatchObject({
      code: 'input.invalid',
      fields: {
        grounds: expect.anything() as unknown,
        rule: expect.anything() as unknown,
        facts: expect.anything() as unknown,
      },
    })
    desk.market.clock.moveSeconds(600)
    const facts = {
      grounds: 'contract',
      rule: 'Partner terms 4.2',
      facts: 'The pictures show another app than the one in the package.',
    }
    expect((await reject(facts)).status).toBe(200)
    expect(
      (await desk.owner.ask('GET', `/partners/${desk.partner}/statements`)).body.statements,
    ).toMatchObject([{ about: 'submission', decision: 'rejected' }])
    expect(await desk.look(item, id)).toMatchObject({
      state: 'rejected',
      rejection: { grounds: 'contract', rule: 'Partner terms 4.2', reasons: facts.facts },
    })
    const { queue } = await desk.look(item, id)
    expect([queue.measured >= 3, queue.median_seconds >= 0]).toEqual([true, true])
    expect(await desk.listed(item)).toMatchObject({ status: 'draft' })
  })
})

test('PKG-13 a partner halts a release with a reason, brings it back, withdraws it for ever; the log says so each time', async () => {
  const item = await desk.newItem()
  const id = await desk.waiting(item)
  await desk.claim(id)
  await desk.approve(id)
  const change = (to: string, reason = 'It breaks the checkout on small screens.') =>
    desk.owner.ask('PUT', `${item.path}/releases/1.0.0/state`, { to, reason })
  expect((await change('halted', '')).body.code).toBe('input.invalid')
  expect((await change('halted')).status).toBe(200)
  expect(await desk.listed(item)).toMatchObject({ version: null })
  const { db } = desk.market.services
  await db
    .insertInto('item_stops')
    .values({
      id: 'stp_00000000000000000000',
      item_id: item.id,
      notice: 'It takes card data.',
      releases: [],
      was_published: true,
      stopped_at: new Date(),
    })
    .execute()
  expect((await change('published')).body.code).toBe('submissions.stopped')
  await db.updateTable('item_stops').set({ lifted_at: new Date() }).execute()
  expect([(await change('published')).status, (await change('yanked')).status]).toEqual([200, 200])
  expect((await change('published')).body.code).toBe('submissions.not_from_here')
  expect(
    (
      await desk.owner.ask('PUT', `${item.path}/releases/9.9.9/state`, {
        to: 'halted',
        reason: 'It breaks the checkout.',
      })
    ).status,
  ).toBe(404)
  const log = await desk.market.services.db
    .selectFrom('release_log')
    .innerJoin('releases', 'releases.id', 'release_log.release_id')
    .select('state')
    .where('item_id', '=', item.id)
    .orderBy('index')
    .execute()
  expect(log.map((one) => one.state)).toEqual(['published', 'halted', 'published', 'yanked'])
})

describe('the scratch shop', () => {
  test('is as it was, byte for byte, after what was handed in stood on it; one that leaves something behind is told so', async () => {
    const platform = await desk.market.services.db
      .selectFrom('platforms')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const connector = scratchConnector(desk.market.services, platform)!
    const before = await connector.getState()
    const item = await desk.newItem()
    const { body } = await desk.submit(item, await item.zip())
    // Another one is being tried there just now: this one waits for its turn.
    await desk.market.services.db
      .insertInto('scratch_turns')
      .values({
        platform_id: 1,
        submission_id: 'sub_other',
        ends_at: new Date(desk.market.clock.now().getTime() + 60_000),
      })
      .execute()
    await checkSubmission(desk.market.services, String(body.id))
    expect((await desk.look(item, body.id)).state).toBe('checking')
    desk.market.clock.moveSeconds(90)
    const pictures: Buffer[] = []
    const camera = {
      take: async (url: string) => Buffer.from(`${url} ${pictures.push(Buffer.alloc(1))}`),
    }
    await checkSubmission({ ...desk.market.services, camera }, String(body.id))
    expect(await desk.look(item, body.id)).toMatchObject({ state: 'waiting', verdict: 'passed' })
    const after = await connector.getState()
    expect([after.slots, after.users]).toEqual([before.slots, before.users])
    expect(
      (await desk.reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body.pictures,
    ).toMatchObject([{ moment: 'before' }, { moment: 'after' }])
    const picture = (
      await desk.reviewer.ask('GET', `/operator/queue/${String(body.id)}/pictures/after`)
    ).body
    expect(Buffer.from(String(picture.png), 'base64').toString()).toMatch(
      /^http:\/\/scratch\.localhost:\d+\/products\/\S+ 1$/,
    )
  })

  test('PKG-5 that cannot be reached is no verdict on the package: a reviewer may try it by hand, and says so', async () => {
    desk.market.shop.setStoreOpen('scratch', false)
    const item = await desk.newItem()
    const { body } = await desk.submit(item, await item.zip())
    await checkSubmission(desk.market.services, String(body.id))
    desk.market.shop.setStoreOpen('scratch', true)
    const seen = await desk.look(item, body.id)
    expect([
      seen.state,
      seen.verdict,
      seen.checks.filter((one) => one.verdict !== 'passed').map((one) => one.rule),
    ]).toEqual([
      'waiting',
      'could_not_run',
      ['scratch.install', 'scratch.pages', 'scratch.uninstall', 'scratch.pictures'],
    ])
    await desk.claim(String(body.id))
    const looked = (await desk.reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body
      .may_look as string[]
    expect(
      (
        await desk.reviewer.ask('POST', `/operator/queue/${String(body.id)}/approval`, {
          looked_at: looked,
          checked: CHECK_POINTS,
        })
      ).status,
    ).toBe(200)
  })
})
