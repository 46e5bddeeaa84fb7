import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTo } from '#test/support/console.ts'
import {
  type SubmissionDesk,
  type SubmittedItem,
  startSubmissions,
} from '#test/support/submissions.ts'
import { checkSubmission } from './check-submission.ts'
import { CHECK_POINTS } from './review-rules.ts'
import { findDueTrials, runSubmissionTrial } from './try-submission.ts'

let desk: SubmissionDesk
beforeAll(async () => {
  desk = await startSubmissions()
})
afterAll(() => desk.market.stop())

const approve = (id: string, body: object = {}, who = desk.reviewer) =>
  who.ask('POST', `/operator/queue/${id}/approval`, {
    looked_at: ['scratch.pictures'],
    checked: CHECK_POINTS,
    ...body,
  })
const review = async (id: string, who = desk.reviewer) =>
  (await who.ask('GET', `/operator/queue/${id}`)).body as {
    points: string[]
    risks: { what: string; name: string }[]
    second: { name: string | null; may_agree: boolean; may_pass: boolean }
    canned: { code: string; texts: Record<string, string>; rules: Record<string, string> }[]
    answer_languages: string[]
    files: { path: string; remarks: { what: string; line: number }[] }[]
    place: { number: number; previous: string | null; next: string | null }
  }

/** A release that asks for a user who reads orders, waiting for its review. */
async function askingForOrders(item: SubmittedItem, version = '1.0.0'): Promise<string> {
  const words = (text: string) => ({ tr: text, en: text, ar: text })
  const zip = await item.zip(version, {
    manifest: (manifest) => ({
      ...manifest,
      permissions: [
        ...(manifest['permissions'] as object[]),
        {
          code: 'web_service_user',
          required: true,
          reason: {
            tr: 'Siparişteki notu okuyup kargo etiketine yazar.',
            en: 'Reads the note of an order and prints it onto the label.',
            ar: 'يقرأ ملاحظة الطلب ويطبعها على ملصق الشحن.',
          },
        },
      ],
      web_service_user: { title: words('Notes'), summary: words('Notes'), scopes: ['orders.read'] },
    }),
  })
  const { body } = await desk.submit(item, zip)
  await checkSubmission(desk.market.services, String(body.id))
  const seen = await desk.look(item, body.id)
  if (seen.state !== 'waiting') throw new Error(JSON.stringify(seen))
  return String(body.id)
}

describe('an approval', () => {
  test('needs every point of the checklist that applies, and keeps which were ticked', async () => {
    const id = await desk.waiting(await desk.newItem())
    await desk.claim(id)
    expect((await review(id)).points).toEqual(['words', 'pictures', 'changes', 'permissions'])
    expect((await approve(id, { checked: ['words', 'pictures', 'changes'] })).body.code).toBe(
      'submissions.points_open',
    )
    expect((await approve(id)).status).toBe(200)
    const row = await desk.market.services.db
      .selectFrom('submissions')
      .select('checked')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.checked).toEqual(['words', 'pictures', 'changes', 'permissions'])
  })

  test('of new risky permissions needs a second reviewer, and nobody can be both', async () => {
    const id = await askingForOrders(await desk.newItem())
    await desk.claim(id)
    expect(await review(id)).toMatchObject({
      risks: [{ what: 'shop_access', name: 'orders.read' }],
      second: { name: null, may_agree: false, may_pass: false },
    })
    const second = (who = desk.admin) => who.ask('POST', `/operator/queue/${id}/second`)
    expect((await approve(id)).body.code).toBe('submissions.second_missing')
    expect(
      (await approve(id, { alone_reason: 'I have looked at it twice myself.' })).body.code,
    ).toBe('submissions.second_missing')
    expect((await second(desk.reviewer)).body.code).toBe('submissions.second_self')
    expect((await review(id, desk.admin)).second.may_agree).toBe(true)
    expect((await second()).status).toBe(200)
    expect((await second()).body.code).toBe('submissions.second_needless')
    await desk.reviewer.ask('DELETE', `/operator/queue/${id}/claim`)
    expect((await desk.claim(id, desk.admin)).body.code).toBe('submissions.second_self')
    await desk.claim(id)
    expect((await approve(id)).status).toBe(200)
    await expect(
      desk.market.services.db
        .updateTable('submissions')
        .set((row) => ({ second_by: row.ref('decided_by') }))
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('submissions_second_differs')
  })

  test('needs no second reviewer for what the published release could do already', async () => {
    const item = await desk.newItem()
    const first = await askingForOrders(item)
    await desk.admin.ask('POST', `/operator/queue/${first}/second`)
    await desk.claim(first)
    expect((await approve(first)).status).toBe(200)
    const next = await askingForOrders(item, '1.1.0')
    expect((await review(next)).risks).toEqual([])
    await desk.claim(next)
    expect((await approve(next)).status).toBe(200)
  })

  test('is given by an admin alone, with a reason, where the market has no other reviewer', async () => {
    const { db } = desk.market.services
    const setRole = async (role: string) =>
      db
        .updateTable('operators')
        .set({ role })
        .where('person_id', '=', await desk.idOf('reviewer@example.com'))
        .execute()
    await setRole('support')
    const id = await askingForOrders(await desk.newItem())
    await desk.claim(id, desk.admin)
    expect((await review(id, desk.admin)).second.may_pass).toBe(true)
    expect((await approve(id, {}, desk.admin)).body.code).toBe('submissions.second_missing')
    const reason = 'Nobody else works here yet; I have read every line of it.'
    expect((await approve(id, { alone_reason: reason }, desk.admin)).status).toBe(200)
    expect((await review(id, desk.admin)).second).toMatchObject({ alone_reason: reason })
    await setRole('reviewer')
  })
})

test('a rejection is written in the languages of the partner, from ready reasons, and each owner reads their own', async () => {
  const item = await desk.newItem()
  const id = await desk.waiting(item)
  await desk.owner.ask('PUT', '/account', { name: 'Ece', locale: 'tr' })
  await desk.claim(id)
  const seen = await review(id)
  expect(seen.answer_languages).toEqual(['tr'])
  const pictures = seen.canned.find((one) => one.code === 'pictures')
  expect(pictures?.texts['tr']).toContain('çalışan bir mağazada')
  const facts = 'The pictures show another app than the one in the package.'
  expect(
    (
      await desk.reviewer.ask('POST', `/operator/queue/${id}/rejection`, {
        grounds: 'contract',
        rule: pictures?.rules['tr'],
        facts,
        facts_in: { tr: pictures?.texts['tr'] },
        reasons: ['pictures'],
      })
    ).status,
  ).toBe(200)
  expect((await mailTo(desk.market, 'owner@example.com')).text).toContain(
    'Yayın kuralları: resimler',
  )
  const { statements } = (await desk.owner.ask('GET', `/partners/${desk.partner}/statements`))
    .body as { statements: { id: string }[] }
  const factsIn = async (language: string) =>
    (
      await desk.owner.ask(
        'GET',
        `/partners/${desk.partner}/statements/${statements[0]?.id}?hl=${language}`,
      )
    ).body.facts
  expect([await factsIn('tr'), await factsIn('en')]).toEqual([pictures?.texts['tr'], facts])
})

test('a reviewer has it tried on the scratch shop again: the steps are shown, pictures of the pages it changes are kept, and the shop is as it was', async () => {
  const id = await desk.waiting(await desk.newItem())
  const tryIt = () => desk.reviewer.ask('POST', `/operator/queue/${id}/trial`)
  expect((await tryIt()).body.code).toBe('submissions.not_claimed')
  await desk.claim(id)
  expect([(await tryIt()).status, (await tryIt()).body.code]).toEqual([
    200,
    'submissions.tried_now',
  ])
  const trial = async () =>
    (await desk.reviewer.ask('GET', `/operator/queue/${id}`)).body as unknown as {
      trial: { step: string | null; pages: number | null }
      pictures: { moment: string; path: string }[]
      checks: { rule: string; verdict: string }[]
    }
  expect((await trial()).trial.step).toBe('queue')
  expect(await findDueTrials(desk.market.services)).toEqual([id])
  // Another submission has the shop: this one waits for its turn.
  const { db, clock } = desk.market.services
  await db
    .insertInto('scratch_turns')
    .values({
      platform_id: 1,
      submission_id: 'sub_other',
      ends_at: new Date(clock.now().getTime() + 60_000),
    })
    .execute()
  await runSubmissionTrial(desk.market.services, id)
  expect((await trial()).trial.step).toBe('queue')
  desk.market.clock.moveSeconds(90)
  const steps: (string | null)[] = []
  const camera = {
    take: async (url: string) => {
      steps.push((await trial()).trial.step)
      return Buffer.from(url)
    },
  }
  await runSubmissionTrial({ ...desk.market.services, camera }, id)
  const seen = await trial()
  expect(new Set(steps)).toEqual(new Set(['pictures', 'compare']))
  expect(seen.trial).toMatchObject({ step: null, pages: expect.any(Number) as number })
  expect(seen.pictures.map((one) => one.moment).slice(0, 2)).toEqual(['before', 'after'])
  expect(seen.pictures[1]?.path).toMatch(/^\/products\//)
  const verdictOf = (rule: string) => seen.checks.find((one) => one.rule === rule)?.verdict
  expect([verdictOf('scratch.uninstall'), verdictOf('scratch.pictures')]).toEqual([
    'passed',
    'passed',
  ])
  expect((await approve(id, { looked_at: [] })).status).toBe(200)
})

describe('the package under review', () => {
  test('is shown file by file, with what its new lines do, and can be fetched whole', async () => {
    const item = await desk.newItem()
    const zip = await item.zip('1.0.0', {
      files: { 'note.js': "const seen = 1\nlocalStorage.setItem('note', seen)\n" },
    })
    const { body } = await desk.submit(item, zip)
    const id = String(body.id)
    await checkSubmission(desk.market.services, id)
    const note = (await review(id)).files.find((one) => one.path === 'note.js')
    expect(note?.remarks).toMatchObject([{ what: 'storage', line: 2 }])
    const file = (path: string) =>
      desk.reviewer.ask('GET', `/operator/queue/${id}/file?${new URLSearchParams({ path })}`)
    expect((await file('note.js')).body.texts).toMatchObject({
      before: '',
      after: expect.stringContaining('localStorage') as string,
    })
    expect([(await file('../note.js')).status, (await file('none.js')).status]).toEqual([404, 404])
    const fetched = await fetch(
      `${desk.market.origins.console.replace('console.localhost', '127.0.0.1')}/api/operator/queue/${id}/package`,
      {
        headers: {
          cookie: [...desk.reviewer.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      },
    )
    expect(fetched.headers.get('content-disposition')).toBe(
      `attachment; filename="${item.prefix}-1.0.0.zip"`,
    )
    expect(Buffer.from(await fetched.arrayBuffer()).equals(zip)).toBe(true)
    await desk.market.services.db
      .updateTable('submissions')
      .set({ quarantined: true })
      .where('id', '=', id)
      .execute()
    expect([
      (await file('note.js')).status,
      (await desk.reviewer.ask('GET', `/operator/queue/${id}/package`)).status,
    ]).toEqual([404, 404])
  })

  test('names its neighbours in the queue', async () => {
    desk.market.clock.moveSeconds(60)
    const one = await desk.waiting(await desk.newItem())
    desk.market.clock.moveSeconds(60)
    const next = await desk.waiting(await desk.newItem())
    expect((await review(one)).place.next).toBe(next)
    expect((await review(next)).place).toMatchObject({ previous: one, next: null })
  })
})
