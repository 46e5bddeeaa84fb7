import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPartnerToken } from '#lib/access-token.ts'
import { checkSubmission } from '#modules/publishing/public.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { runArasta } from '../run-arasta.ts'

let desk: SubmissionDesk
let folder: ReturnType<typeof temporaryFolder>
const ITEM = 'gift-note'
let token = ''

beforeAll(async () => {
  folder = temporaryFolder()
  desk = await startSubmissions()
  await desk.admin.ask('POST', '/operator/categories', {
    market: 'app',
    slug: 'notices',
    name: { tr: 'Bildirim', en: 'Notices', ar: 'الإشعارات' },
    drawing: null,
    position: 1,
  })
  token = await newToken({})
  await run({}, 'create', 'app', ITEM, '--author', 'Nar', '--support', 'https://nar.example/help')
})
afterAll(async () => {
  await desk.market.stop()
  folder.remove()
})

const newToken = async (body: object) =>
  String(
    (
      await desk.owner.ask('POST', `/partners/${desk.partner}/tokens`, {
        name: 'CI',
        scopes: ['upload', 'status'],
        ...body,
      })
    ).body.token,
  )
interface Answer {
  code: number
  out: string
  err: string
}
async function run(env: Record<string, string>, ...args: string[]): Promise<Answer> {
  const said = { out: '', err: '' }
  const code = await runArasta({
    args,
    env: { ARASTA_CONSOLE: desk.market.origins.console, ...env },
    folder: folder.path,
    out: (text) => {
      said.out += `${text}\n`
    },
    err: (text) => {
      said.err += `${text}\n`
    },
  })
  return { code, ...said }
}
const publish = (...args: string[]) => run({ ARASTA_TOKEN: token }, 'publish', ITEM, ...args)
const status = (...args: string[]) => run({ ARASTA_TOKEN: token }, 'status', ...args)
const change = async (file: string, from: string | RegExp, to: string) => {
  const path = join(folder.path, ITEM, file)
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
}

const itemRow = () =>
  desk.market.services.db
    .selectFrom('items')
    .select('id')
    .where('prefix', '=', ITEM)
    .executeTakeFirst()
const openSubmission = () =>
  desk.market.services.db
    .selectFrom('submissions')
    .select(['id', 'package_sha256'])
    .where('state', 'in', ['checking', 'waiting'])
    .executeTakeFirstOrThrow()
const pictures = async () =>
  (
    (
      await desk.owner.ask(
        'GET',
        `/partners/${desk.partner}/items/${(await itemRow())?.id}/listing`,
      )
    ).body.content as {
      pictures: { role: string; device: string; alt: object; sources: object[] }[]
    }
  ).pictures
    .map(({ role, device, alt, sources }) => ({ role, device, alt, sources }))
    .toSorted((one, next) =>
      `${one.role} ${one.device}`.localeCompare(`${next.role} ${next.device}`),
    )

describe('arasta publish and arasta status', () => {
  test('create the item with its listing, pictures and price, print first what will change, and its status until it is approved', async () => {
    expect(await publish('--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining('the item is not in the market'),
    })
    expect(await itemRow()).toBeUndefined()
    const { code, out } = await publish('--json')
    const { format, outcome, created, listing, submission } = JSON.parse(out)
    expect({
      code,
      format,
      outcome,
      created,
      state: submission.state,
      version: submission.version,
      listed: submission.with_listing,
    }).toEqual({
      code: 0,
      format: 1,
      outcome: 'handed_in',
      created: true,
      state: 'checking',
      version: '1.0.0',
      listed: true,
    })
    const places = (listing as { place: string }[]).map((one) => one.place)
    for (const place of [
      'words.tr.name',
      'words.ar.description',
      'about.category_ids',
      'about.links',
      'plans',
      'icon',
      'pictures.cover.desktop',
      'pictures.screenshot.desktop.alt.ar',
    ])
      expect(places).toContain(place)
    // The same folder again: nothing is written, and what waits is what waited.
    const again = JSON.parse((await publish('--json')).out)
    expect([again.created, again.listing, again.submission.id]).toEqual([false, [], submission.id])

    await checkSubmission(desk.market.services, submission.id)
    expect(await status(ITEM)).toMatchObject({
      code: 0,
      out: `${ITEM}  1.0.0  waiting for a reviewer  ${submission.id}\n`,
    })
    await desk.claim(submission.id)
    expect((await desk.approve(submission.id)).status).toBe(200)
    expect(JSON.parse((await status('--json')).out)).toMatchObject({
      format: 1,
      items: [
        {
          prefix: ITEM,
          status: 'published',
          submissions: [{ state: 'approved', version: '1.0.0' }],
        },
      ],
    })
    expect(
      (
        await desk.market.services.db
          .selectFrom('audit_log')
          .select('actor_role')
          .where('operation', '=', 'submitRelease')
          .executeTakeFirstOrThrow()
      ).actor_role,
    ).toMatch(/^token:tok_/)
    expect(JSON.parse((await publish('--json')).out)).toMatchObject({
      outcome: 'nothing_new',
      listing: [],
    })
  })

  test('send only what changed in a folder, and withdraw a waiting submission only on request', async () => {
    desk.market.clock.moveSeconds(60)
    const before = await pictures()
    await change(
      'arasta.listing.json',
      'Shows your customers a short note on product pages.',
      'A short note on every product page.',
    )
    const changed = await publish()
    expect(changed).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        '  words.en.tagline\n    − Shows your customers a short note on product pages.\n    + A short note on every product page.',
      ),
    })
    expect(changed.out.match(/^ {2}\S+$/gm)).toEqual(['  words.en.tagline'])
    expect((await openSubmission()).package_sha256).toBeNull()
    expect(await pictures()).toEqual(before)

    // Another picture in the place of the screenshot; its words stay.
    await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#12647a' } })
      .png()
      .toFile(join(folder.path, ITEM, 'listing/shot.png'))
    await change(
      'arasta.listing.json',
      /"screenshot",\s*"device": "desktop",\s*"file": "listing\/desktop.png"/,
      '"screenshot", "device": "desktop", "file": "listing/shot.png"',
    )
    expect(await publish()).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /pictures\.screenshot\.desktop\n[\s\S]*Not handed in: – is not decided yet.*--replace/,
      ),
    })
    expect(JSON.parse((await publish('--json', '--replace')).out)).toMatchObject({
      outcome: 'handed_in',
      listing: [],
    })
    const after = await pictures()
    expect(after.map((one) => [one.role, one.device])).toEqual([
      ['cover', 'desktop'],
      ['cover', 'phone'],
      ['screenshot', 'desktop'],
    ])
    expect(after[2]?.sources).not.toEqual(before[2]?.sources)
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]?.alt).toMatchObject({ en: 'A drawing of a product page with a box for a note' })
    expect(
      (
        await desk.owner.ask(
          'POST',
          `/partners/${desk.partner}/items/${(await itemRow())?.id}/submissions/${(await openSubmission()).id}/withdrawal`,
        )
      ).status,
    ).toBe(200)
  })

  test('bring a trial and what use costs, in major units, and once', async () => {
    desk.market.clock.moveSeconds(60)
    const plan = {
      kind: 'recurring',
      period: 'month',
      price: 49.9,
      trial_days: 14,
      meters: [
        {
          key: 'notes',
          name: { tr: 'not', en: 'notes' },
          included: 100,
          tiers: [
            { up_to: 900, price: 0.02 },
            { price: 1, per: 100 },
          ],
        },
      ],
      cap: 20,
    }
    await change('arasta.listing.json', /"plans": .*/, `"plans": [${JSON.stringify(plan)}],`)
    const brought = JSON.parse((await publish('--json')).out)
    expect([brought.outcome, brought.listing.map((one: { place: string }) => one.place)]).toEqual([
      'handed_in',
      ['plans'],
    ])
    const { content } = (
      await desk.owner.ask(
        'GET',
        `/partners/${desk.partner}/items/${(await itemRow())?.id}/listing`,
      )
    ).body as { content: { plans: object[] } }
    expect(content.plans).toMatchObject([
      {
        amountMinor: 4_990,
        trialDays: 14,
        trialNeedsCard: false,
        meters: [
          {
            key: 'notes',
            name: { tr: 'not', en: 'notes' },
            included: 100,
            tiers: [
              { upTo: 900, priceMinor: 2, per: 1 },
              { upTo: null, priceMinor: 100, per: 100 },
            ],
          },
        ],
        capMinor: 2_000,
      },
    ])
    expect(JSON.parse((await publish('--json')).out).listing).toEqual([])
    expect(
      (
        await desk.owner.ask(
          'POST',
          `/partners/${desk.partner}/items/${(await itemRow())?.id}/submissions/${(await openSubmission()).id}/withdrawal`,
        )
      ).status,
    ).toBe(200)
  })

  test('exit with 1 for an incomplete listing or an unknown category, with the next step', async () => {
    await run({}, 'create', 'app', 'calm-note', '--author', 'Nar')
    const calm = (...args: string[]) =>
      run({ ARASTA_TOKEN: token }, 'publish', 'calm-note', ...args)
    await writeFile(
      join(folder.path, 'calm-note/arasta.listing.json'),
      (await readFile(join(folder.path, 'calm-note/arasta.listing.json'), 'utf8')).replace(
        '"Notices"',
        '"Noticees"',
      ),
    )
    expect(await calm()).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        '“Noticees” is no category of this market. Write one of these into "categories" in arasta.listing.json: Notices',
      ),
    })
    await writeFile(
      join(folder.path, 'calm-note/arasta.listing.json'),
      (await readFile(join(folder.path, 'calm-note/arasta.listing.json'), 'utf8')).replace(
        '"Noticees"',
        '"bildirim"',
      ),
    )
    expect(await calm()).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /Not handed in: the listing is not complete[\s\S]*listing\.support_link/,
      ),
    })
    await rm(join(folder.path, 'calm-note/arasta.listing.json'))
    await run({}, 'create', 'app', 'bare-note', '--author', 'Nar')
    await rm(join(folder.path, 'bare-note/arasta.listing.json'))
    expect(await run({ ARASTA_TOKEN: token }, 'publish', 'bare-note')).toMatchObject({
      code: 1,
      out: expect.stringContaining('no item with the prefix “bare-note”'),
    })
  })

  test('exit with 1 when the market or the check refuses, with its message', async () => {
    await change('package/note.css', /$/, '\n')
    expect(await publish()).toMatchObject({ code: 1, err: expect.stringContaining('1.0.0') })
    await change('package/arasta.app.json', '"version": "1.0.0"', '"version": "1.0.1"')
    await change('package/note.js', /$/, '\neval(note)\n')
    expect(await publish('--lang', 'tr')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/Gönderilmedi.*code\.eval/),
    })
    await change('package/note.js', '\neval(note)\n', '')
    await change('arasta.notes.json', /"ar": "[^"]*"/, '"ar": ""')
    expect(await publish()).toMatchObject({
      code: 2,
      err: expect.stringContaining('arasta.notes.json: ar'),
    })
    await change('arasta.notes.json', '"ar": ""', '"ar": "إصلاحات صغيرة."')
  })

  test("wait for the market's checks, and exit with 1 when the submission was withdrawn", async () => {
    // The newest is the one that was handed in last: the clock of the market stands still by
    // itself.
    desk.market.clock.moveSeconds(60)
    const waited = publish('--wait', '--json')
    const { db } = desk.market.services
    const find = () =>
      db.selectFrom('submissions').select('id').where('version', '=', '1.0.1').executeTakeFirst()
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    const { id } = (await find())!
    await checkSubmission(desk.market.services, id)
    const { code, out } = await waited
    expect([code, JSON.parse(out).submission.state]).toEqual([0, 'waiting'])
    expect(
      (
        await desk.owner.ask(
          'POST',
          `/partners/${desk.partner}/items/${(await itemRow())?.id}/submissions/${id}/withdrawal`,
        )
      ).status,
    ).toBe(200)
    expect(await status(ITEM)).toMatchObject({ code: 1, out: expect.stringContaining('withdrawn') })
  })

  test('PKG-11 exit with 2 without a token, with an invalid or unknown one, without the scope, over plain HTTP, without a response; and never print it', async () => {
    const stranger = newPartnerToken()
    const reading = await newToken({ scopes: ['status'] })
    const tries = [
      await run({}, 'publish', ITEM),
      await run({ ARASTA_TOKEN: 'arasta_pat_short' }, 'publish', ITEM),
      await run({ ARASTA_TOKEN: stranger }, 'publish', ITEM),
      await run({ ARASTA_TOKEN: reading }, 'publish', ITEM),
      await run(
        { ARASTA_TOKEN: token, ARASTA_CONSOLE: 'http://console.example.com' },
        'publish',
        ITEM,
      ),
      await run(
        { ARASTA_TOKEN: token, ARASTA_CONSOLE: 'http://console.localhost:9' },
        'publish',
        ITEM,
      ),
      await status('no-such-prefix'),
    ]
    expect(tries.map((one) => one.code)).toEqual(Array(7).fill(2))
    const said = JSON.stringify([...tries, await publish('--json'), await status()])
    for (const secret of [token, stranger, reading])
      expect(said).not.toContain(secret.slice(11, 40))
    const bound = await newToken({ item: (await desk.newItem()).id })
    expect(await run({ ARASTA_TOKEN: bound }, 'publish', ITEM)).toMatchObject({
      code: 1,
      out: expect.stringContaining('the token is for another one'),
    })
  })
})
