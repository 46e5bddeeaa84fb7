import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonActor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/context.ts'
import {
  signInToConsole,
  type ConsoleBrowser,
  firstOperator,
  mailTo,
} from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { APPEAL_SECONDS } from './rules.ts'
import { endStatements, type StatedReasons, stateReasons } from './state-reasons.ts'

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: ConsoleBrowser
let partner: string
let adminId: string
const idOf = async (email: string) =>
  (
    await market.services.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'reviewer@example.com',
    role: 'reviewer',
  })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Atölye', email: 'owner@example.com' }))
      .body.id,
  )
  owner = await signInToConsole(market, 'owner@example.com')
  await owner.ask('PUT', '/account', { name: 'Ece', locale: 'tr' })
  adminId = await idOf('deniz@example.com')
})
afterAll(() => market.stop())

const FACTS = 'The package loads a script from tracker.example\n\ton every page of the shop.'
const state = (changes: Partial<StatedReasons> = {}, personId: string | null = adminId) =>
  inTransaction(market.services, (trx) =>
    stateReasons(
      {
        ...market.services,
        db: trx,
        ...(personId !== null && { actor: { kind: 'person', id: personId } as PersonActor }),
      },
      {
        about: 'item',
        objectId: 'itm_none',
        objectName: 'Çerez Onayı',
        partnerId: partner,
        decision: 'unpublished',
        grounds: 'contract',
        rule: '§ 4.2',
        facts: FACTS,
        cause: 'report',
        automated: 'found',
        ...changes,
      },
    ),
  )
const WORDS = 'The script is our own counter, see the README.'

describe('a statement of reasons (DSA art. 17)', () => {
  test("is mailed to the partner's owners in their language with facts, rule, cause, automation and the way to object", async () => {
    const id = await state()
    const { subject, text } = await mailTo(market, 'owner@example.com')
    expect(subject).toBe('Çerez Onayı: yayından kaldırıldı')
    for (const part of [
      'tracker.example',
      '§ 4.2',
      'bir bildirim üzerine',
      'otomatik bir denetim buldu',
      'itiraz edebilirsin',
      'geri alınana dek',
      `/partner/${partner}/statements/${id}?hl=tr`,
    ])
      expect(text).toContain(part)
  })

  test('stands or falls with the change that it explains', async () => {
    await expect(
      inTransaction(market.services, async (trx) => {
        await stateReasons(
          { ...market.services, db: trx },
          {
            about: 'item',
            objectId: 'itm_rolled',
            objectName: 'x',
            partnerId: partner,
            decision: 'unpublished',
            grounds: 'law',
            rule: 'x',
            facts: FACTS,
          },
        )
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(
      (await admin.ask('GET', '/operator/statements?object=itm_rolled')).body.statements,
    ).toEqual([])
  })

  test("is seen by the partner it is about, paged, and by nobody else's partner", async () => {
    const id = await state()
    const other = String(
      (await admin.ask('POST', '/operator/partners', { name: 'Başka', email: 'other@example.com' }))
        .body.id,
    )
    const stranger = await signInToConsole(market, 'other@example.com')
    expect((await owner.ask('GET', `/partners/${partner}/statements/${id}`)).body).toMatchObject({
      facts: FACTS,
      grounds: 'contract',
      appeal: 'open',
      ends_at: null,
      answer: null,
    })
    expect((await stranger.ask('GET', `/partners/${other}/statements/${id}`)).status).toBe(404)
    expect(
      (await stranger.ask('POST', `/partners/${other}/statements/${id}/appeal`, { text: WORDS }))
        .status,
    ).toBe(404)
    market.clock.moveSeconds(1)
    for (let index = 0; index < 50; index += 1) await state({ objectId: `itm_${index}` })
    const first = (await owner.ask('GET', `/partners/${partner}/statements`)).body as {
      statements: { id: string }[]
      next: string
    }
    const second = (await owner.ask('GET', `/partners/${partner}/statements?after=${first.next}`))
      .body as { statements: { id: string }[] }
    expect(first.statements).toHaveLength(50)
    expect(second.statements.map((one) => one.id)).toContain(id)
  })
})

describe('an appeal', () => {
  test('is made once, answered by somebody who did not decide, and mailed; undone means no longer in force', async () => {
    const id = await state({ objectId: 'itm_appeal' })
    expect((await mailTo(market, 'owner@example.com')).subject).toBe(
      'Çerez Onayı: yayından kaldırıldı',
    )
    const path = `/partners/${partner}/statements/${id}/appeal`
    expect((await owner.ask('POST', path, { text: 'No.' })).body).toMatchObject({
      fields: { text: expect.stringContaining('20') as string },
    })
    expect(
      (
        await reviewer.ask('PUT', `/operator/statements/${id}/appeal`, {
          outcome: 'upheld',
          reasons: WORDS,
        })
      ).body.code,
    ).toBe('statements.no_appeal')
    const both = await Promise.all([
      owner.ask('POST', path, { text: WORDS }),
      owner.ask('POST', path, { text: WORDS }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await admin.ask('GET', '/operator/statements?state=waiting')).body).toMatchObject({
      statements: [{ id, appeal: 'appealed', partner: { name: 'Atölye' } }],
    })
    expect((await admin.ask('GET', `/operator/statements/${id}`)).body).toMatchObject({
      decided_by: 'Deniz Er',
      may_answer: false,
      appealed: { text: WORDS },
    })
    expect(
      (
        await admin.ask('PUT', `/operator/statements/${id}/appeal`, {
          outcome: 'upheld',
          reasons: WORDS,
        })
      ).body.code,
    ).toBe('statements.own_decision')
    expect(
      (
        await reviewer.ask('PUT', `/operator/statements/${id}/appeal`, {
          outcome: 'reversed',
          reasons: 'You are right, it is your own counter.',
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await reviewer.ask('PUT', `/operator/statements/${id}/appeal`, {
          outcome: 'upheld',
          reasons: WORDS,
        })
      ).body.code,
    ).toBe('statements.no_appeal')
    const { subject, text } = await mailTo(market, 'owner@example.com')
    expect([subject, text]).toEqual([
      'Çerez Onayı: itirazının yanıtı',
      expect.stringContaining('it is your own counter') as string,
    ])
    expect((await owner.ask('GET', `/partners/${partner}/statements/${id}`)).body).toMatchObject({
      appeal: 'reversed',
      reversed_at: expect.any(String) as string,
      answer: { outcome: 'reversed' },
    })
    const line = await market.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toMatchObject({
      kind: 'statement',
      operation: 'answerAppeal',
      actor_role: 'operator:reviewer',
      after: { outcome: 'reversed' },
    })
  })

  test('comes too late after six months; what the market took back itself is no longer in force', async () => {
    const id = await state({ objectId: 'itm_late' }, null)
    await endStatements(market.services, 'itm_late', ['unpublished'])
    expect((await admin.ask('GET', `/operator/statements/${id}`)).body).toMatchObject({
      decided_by: null,
      reversed_at: expect.any(String) as string,
    })
    const { db, clock } = market.services
    const { decided_at: at, appeal_until: until } = await db
      .selectFrom('statements')
      .select(['decided_at', 'appeal_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((until.getTime() - at.getTime()) / 1000).toBe(APPEAL_SECONDS)
    // a session would not live as long
    await db
      .updateTable('statements')
      .set({
        decided_at: new Date(clock.now().getTime() - APPEAL_SECONDS * 1000),
        appeal_until: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    expect(
      (await owner.ask('POST', `/partners/${partner}/statements/${id}/appeal`, { text: WORDS }))
        .body.code,
    ).toBe('statements.appeal_over')
  })
})
