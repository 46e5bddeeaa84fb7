import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeUploads } from '#modules/catalog/public.ts'
import { packageWith } from '#modules/catalog/rule-pack/candidate.support.ts'
import { FIXTURES } from '#modules/catalog/rule-pack/fixtures.support.ts'
import {
  forgePackage,
  forgeZip,
  manifestEntry,
} from '#modules/catalog/packages/zip-forge.support.ts'
import { ConsoleBrowser } from '#test/support/console.ts'
import { mailTo } from '#test/support/console.ts'
import { NOTES, startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { checkSubmission } from './check-submission.ts'
import { CAPS } from './run-isolated.ts'

let desk: SubmissionDesk
beforeAll(async () => {
  desk = await startSubmissions()
})
afterAll(() => desk.market.stop())

const uploads = async () =>
  (await desk.market.services.db.selectFrom('package_uploads').select('sha256').execute()).length

describe('handing in', () => {
  test("PKG-1 PKG-2 PKG-4 a hostile zip is refused with words in the sender's language, and nothing of it is kept", async () => {
    const item = await desk.newItem()
    const hostile: Record<string, Buffer> = {
      'package.not_a_zip': Buffer.from('PK no zip at all'),
      'package.path_outside': forgePackage([{ name: '../x' }]),
      'package.name_twice': forgePackage([{ name: 'a.css' }, { name: 'A.css' }]),
      'package.expands_too_much': forgePackage([
        { name: 'zeros', content: Buffer.alloc(20 * 2 ** 20), method: 8 },
      ]),
      'package.link': forgePackage([{ name: 'l', mode: 0o120777 }]),
      'package.manifest_invalid': forgeZip([manifestEntry({ format: 9 })]),
      'package.data_before': forgePackage([], { before: Buffer.from('MZ') }),
    }
    for (const [code, zip] of Object.entries(hostile)) {
      const { status, body } = await desk.submit(item, zip)
      expect([status, body.code], code).toEqual([422, 'submissions.package_refused'])
      expect(String(body.message), code).toMatch(/^The package was not taken: \S+ .{10,}/)
    }
    const inTurkish = await desk.owner.upload(
      `${item.path}/submissions`,
      { channel: 'stable', ...NOTES, hl: 'tr' },
      hostile['package.path_outside']!,
    )
    expect(inTurkish.body.message).toContain('paketin dışına çıkıyor')
    expect((await desk.submit(item, Buffer.alloc(33 * 2 ** 20))).status).toBe(413)
    expect(
      (
        await desk.owner.upload(
          `${item.path}/submissions`,
          { channel: 'stable', ...NOTES },
          await item.zip(),
          'text/plain',
        )
      ).status,
    ).toBe(400)
    expect((await desk.submit(item, await item.zip(), { notes_ar: ' ' })).body).toMatchObject({
      code: 'input.invalid',
      fields: { notes_ar: expect.anything() as unknown },
    })
    expect([
      await uploads(),
      (await desk.market.services.db.selectFrom('submissions').select('id').execute()).length,
    ]).toEqual([0, 0])
  })

  test("a package must be the item's own, of its kind, of the channel its version says, and not published already", async () => {
    const [item, other] = [await desk.newItem(), await desk.newItem()]
    const codeOf = async (zip: Buffer, query = {}) =>
      (await desk.submit(item, zip, query)).body.code
    expect(await codeOf(await other.zip())).toBe('submissions.other_item')
    expect(await codeOf(await packageWith({ kind: 'theme' }))).toBe('submissions.other_kind')
    expect(await codeOf(await item.zip('2.0.0-beta.1'))).toBe('submissions.channel_differs')
    expect(await codeOf(await item.zip('2.0.0'), { channel: 'beta' })).toBe(
      'submissions.channel_differs',
    )
    expect(await codeOf(await item.zip(), { with_listing: '0' })).toBe('submissions.listing_first')
  })

  test('PKG-16 of two handed in at once one is taken; another needs the first to be withdrawn, and its bytes go with it', async () => {
    const item = await desk.newItem()
    const [one, two] = await Promise.all([
      desk.submit(item, await item.zip('1.0.0')),
      desk.submit(item, await item.zip('1.0.1')),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const taken = one.status === 200 ? one : two
    expect((await desk.submit(item, await item.zip('1.0.2'))).body.code).toBe(
      'submissions.open_already',
    )
    const row = await desk.market.services.db
      .selectFrom('submissions')
      .select('package_sha256')
      .where('id', '=', String(taken.body.id))
      .executeTakeFirstOrThrow()
    desk.market.clock.moveSeconds(7200)
    await purgeUploads(desk.market.services)
    expect(await desk.market.services.blobs.has(row.package_sha256!)).toBe(true)
    expect(
      (
        await desk.owner.ask('PUT', `${item.path}/submissions/${String(taken.body.id)}/notes`, {
          ...NOTES,
          notes_en: 'Told better.',
        })
      ).status,
    ).toBe(200)
    const path = `${item.path}/submissions/${String(taken.body.id)}/withdrawal`
    expect([
      (await desk.owner.ask('POST', path)).status,
      (await desk.owner.ask('POST', path)).body.code,
    ]).toEqual([200, 'submissions.over'])
    desk.market.clock.moveSeconds(7200)
    await purgeUploads(desk.market.services)
    expect([await desk.market.services.blobs.has(row.package_sha256!), await uploads()]).toEqual([
      false,
      0,
    ])
    expect((await desk.submit(item, await item.zip('1.0.2'))).status).toBe(200)
  })

  test('PKG-12 nothing of it is there for another partner, by whatever path', async () => {
    const item = await desk.newItem()
    const id = String((await desk.submit(item, await item.zip())).body.id)
    const theirs = (
      await desk.market.services.db
        .selectFrom('partners')
        .select('id')
        .where('name', '=', 'Other')
        .executeTakeFirstOrThrow()
    ).id
    for (const path of [
      `${item.path}/submissions`,
      `${item.path}/submissions/${id}`,
      `/partners/${theirs}/items/${item.id}/submissions`,
      `/partners/${theirs}/items/${item.id}/submissions/${id}`,
    ]) {
      expect((await desk.stranger.ask('GET', path)).status, path).toBe(404)
    }
    expect(
      (
        await desk.stranger.ask(
          'POST',
          `/partners/${theirs}/items/${item.id}/submissions/${id}/withdrawal`,
        )
      ).status,
    ).toBe(404)
    expect(
      (
        await desk.stranger.upload(
          `/partners/${theirs}/items/${item.id}/submissions`,
          { channel: 'stable', ...NOTES },
          await item.zip(),
        )
      ).status,
    ).toBe(404)
    expect((await desk.stranger.ask('GET', `/operator/queue/${id}`)).status).toBe(403)
  })
})

describe('checks', () => {
  test('PKG-7 who hands in a secret reads where it lies and how to mend it; the package is quarantined and shown to nobody', async () => {
    const item = await desk.newItem()
    const { body } = await desk.submit(
      item,
      await item.zip('1.0.0', FIXTURES['secrets.aws_key']!.fails),
    )
    await checkSubmission(desk.market.services, String(body.id))
    const seen = await desk.look(item, body.id)
    expect(seen).toMatchObject({
      state: 'failed_checks',
      verdict: 'failed',
      quarantined: true,
      place: null,
    })
    const { text } = await mailTo(desk.market, 'owner@example.com')
    expect(text).toContain(`/items/${item.id}/submissions/${String(body.id)}`)
    const failed = seen.checks.filter((one) => one.verdict === 'failed')
    expect(failed.map((one) => one.rule)).toEqual(['secrets.aws_key'])
    expect(failed[0]!.findings[0]).toMatchObject({
      where: 'note.js:1',
      wrong: expect.stringMatching(/\w/) as string,
      mend: expect.stringMatching(/\w/) as string,
    })
    const review = (await desk.reviewer.ask('GET', `/operator/queue/${String(body.id)}`)).body
    expect([review.files, review.manifest, review.parts]).toEqual([null, null, []])
  })

  test('PKG-7 PKG-11 a program hands in by its token, and a token of ours that lies in the package ends', async () => {
    const item = await desk.newItem()
    const { token } = (
      await desk.owner.ask('POST', `/partners/${desk.partner}/tokens`, {
        name: 'build',
        scopes: ['upload', 'status'],
        item: item.id,
      })
    ).body as { token: string }
    const program = (method: string, path: string, zip?: Buffer) =>
      new ConsoleBrowser(desk.market).ask(
        method,
        path,
        undefined,
        { authorization: `Bearer ${token}`, ...(zip && { 'content-type': 'application/zip' }) },
        zip,
      )
    const zip = await item.zip('1.0.0', { files: { 'note.js': `const key = '${token}'\n` } })
    const { status, body } = await program(
      'POST',
      `${item.path}/submissions?${new URLSearchParams({ channel: 'stable', ...NOTES, with_listing: '1' })}`,
      zip,
    )
    const path = `${item.path}/submissions/${String(body.id)}`
    expect(status, path).toBe(200)
    expect((await program('GET', path)).body).toMatchObject({ state: 'checking', may_submit: true })
    expect((await program('PUT', `${path}/notes`)).status).toBe(403)
    await checkSubmission(desk.market.services, String(body.id))
    expect([
      (await program('GET', path)).status,
      (await desk.look(item, body.id)).checks.find((one) => one.verdict === 'failed')?.rule,
    ]).toEqual([401, 'secrets.own_token'])
  })

  test('PKG-5 checks that are ended from outside could not run: tried again, then said, never approved, and run anew by a reviewer', async () => {
    const item = await desk.newItem()
    const id = String((await desk.submit(item, await item.zip())).body.id)
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await desk.look(item, id)).state).toBe('checking')
      await checkSubmission(desk.market.services, id, { ...CAPS, deadlineMs: 1 })
      desk.market.clock.moveSeconds(60)
    }
    expect(await desk.look(item, id)).toMatchObject({ state: 'waiting', verdict: 'could_not_run' })
    await desk.claim(id)
    expect(
      (
        await desk.reviewer.ask('POST', `/operator/queue/${id}/approval`, {
          looked_at: ['package.readable', 'code.eval'],
        })
      ).body.code,
    ).toBe('submissions.not_passed')
    expect((await desk.reviewer.ask('POST', `/operator/queue/${id}/checks`)).status).toBe(200)
    await checkSubmission(desk.market.services, id)
    expect(
      (await desk.look(item, id)).checks
        .filter((one) => one.verdict !== 'passed')
        .map((one) => one.rule),
    ).toEqual(['scratch.pictures'])
    expect((await desk.reviewer.ask('POST', `/operator/queue/${id}/approval`, {})).body.code).toBe(
      'submissions.not_passed',
    )
    expect(await desk.listed(item)).toMatchObject({ status: 'draft' })
  })
})
