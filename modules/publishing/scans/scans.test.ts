import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo } from '#test/support/console.ts'
import { type ClamdDouble, EICAR, startClamdDouble } from '#test/support/clamd.ts'
import { type SubmissionDesk, startSubmissions } from '#test/support/submissions.ts'
import { checkSubmission } from '../submissions/check-submission.ts'
import { rescanPackages } from './rescan.ts'

let clamd: ClamdDouble
let desk: SubmissionDesk
beforeAll(async () => {
  clamd = await startClamdDouble()
  desk = await startSubmissions({ settings: { CLAMAV_ADDRESS: `127.0.0.1:${clamd.port}` } })
})
afterAll(async () => {
  await desk.market.stop()
  await clamd.stop()
})

const scanner = async () => (await desk.reviewer.ask('GET', '/operator/malware-scanner')).body
const scanOf = async (id: string) =>
  (await desk.reviewer.ask('GET', `/operator/queue/${id}`)).body.scan

test('a package with malware is quarantined, and its partner is told what was found in which file', async () => {
  const item = await desk.newItem()
  const zip = await item.zip('1.0.0', { files: { 'note.js': `const text = '${EICAR}'\n` } })
  const id = String((await desk.submit(item, zip)).body.id)
  await checkSubmission(desk.market.services, id)
  const seen = await desk.look(item, id)
  expect(seen).toMatchObject({ state: 'failed_checks', quarantined: true })
  expect(seen.checks.find((one) => one.rule === 'scan.malware')).toMatchObject({
    verdict: 'failed',
    findings: [{ wrong: 'Malware was found: Eicar-Test-Signature', where: 'note.js' }],
  })
  expect((await mailTo(desk.market, 'owner@example.com')).text).toContain(id)
  expect(await scanOf(id)).toEqual({ state: 'found', since: null })
  const file = await desk.reviewer.ask('GET', `/operator/queue/${id}/package`)
  expect(file.status, 'nobody gets it').not.toBe(200)
})

test('while the scanner does not answer nothing can be approved; it is tried again, and reviewers are told once', async () => {
  const item = await desk.newItem()
  const id = String((await desk.submit(item, await item.zip())).body.id)
  const { port } = clamd
  await clamd.stop()
  await checkSubmission(desk.market.services, id)
  expect(await desk.look(item, id)).toMatchObject({ state: 'checking', checks: [] })
  expect(await scanOf(id)).toMatchObject({ state: 'pending' })
  expect(await scanner()).toMatchObject({ name: 'ClamAV', pending: 1 })
  expect((await scanner()).unreachable_since).not.toBe(null)
  for (const path of ['claim', 'approval'])
    expect(
      (await desk.reviewer.ask('POST', `/operator/queue/${id}/${path}`, {})).body.code,
      path,
    ).toBe('submissions.over')

  const mails = async () =>
    (await desk.market.services.db.selectFrom('mails').select('id').execute()).length
  const before = await mails()
  for (let tries = 0; tries < 4; tries += 1) {
    desk.market.clock.moveSeconds(301)
    await checkSubmission(desk.market.services, id)
  }
  expect(await mails(), 'one to the admin, one to the reviewer').toBe(before + 2)
  expect((await mailTo(desk.market, 'reviewer@example.com')).subject).toBe(
    'The malware scanner does not answer',
  )

  clamd = await startClamdDouble(port)
  desk.market.clock.moveSeconds(301)
  await checkSubmission(desk.market.services, id)
  expect(await desk.look(item, id)).toMatchObject({ state: 'waiting' })
  expect(await scanOf(id)).toEqual({ state: 'clean', since: null })
  expect(await scanner()).toMatchObject({ pending: 0, unreachable_since: null })
  await desk.claim(id)
  expect((await desk.approve(id)).status).toBe(200)
})

test('what was checked before there was a scanner has to be scanned before its approval', async () => {
  const item = await desk.newItem()
  const { services } = desk.market
  const scanning = services.malwareScanner
  services.malwareScanner = null
  const id = await desk.waiting(item)
  expect(await scanOf(id)).toEqual({ state: 'off', since: null })
  services.malwareScanner = scanning
  expect(await scanOf(id)).toEqual({ state: 'missing', since: null })
  await desk.claim(id)
  expect((await desk.approve(id)).body.code).toBe('submissions.not_passed')
  expect((await desk.reviewer.ask('POST', `/operator/queue/${id}/checks`)).status).toBe(200)
  await checkSubmission(services, id)
  await desk.claim(id)
  expect((await desk.approve(id)).status).toBe(200)
})

test('new signatures: published packages are scanned again, a few at a time, and a release with malware is halted until an operator brings it back', async () => {
  const { services } = desk.market
  const item = await desk.newItem()
  const marked = await item.zip('1.0.0', { files: { 'late.js': "const later = 'sleeper-7'\n" } })
  const id = String((await desk.submit(item, marked)).body.id)
  await checkSubmission(services, id)
  await desk.claim(id)
  expect((await desk.approve(id)).status).toBe(200)
  await rescanPackages(services)
  expect(await scanner()).toMatchObject({ due: 0, found: [] })

  desk.market.clock.moveSeconds(86_400)
  await clamd.load('ClamAV 1.4.3/27891/Sat Nov 28 08:21:00 2026', { 'Js.Sleeper-7': 'sleeper-7' })
  await rescanPackages(services, 1)
  const due = Number((await scanner()).due)
  expect(due, 'the others wait for the next hour').toBeGreaterThan(0)
  await rescanPackages(services)
  expect(await scanner()).toMatchObject({
    due: 0,
    found: [{ item: item.id, version: '1.0.0', state: 'halted', malware: 'Js.Sleeper-7' }],
  })
  expect((await mailTo(desk.market, 'owner@example.com')).text).toContain('Js.Sleeper-7')
  expect((await mailTo(desk.market, 'reviewer@example.com')).subject).toContain('Malware found')

  const back = { to: 'published', reason: 'We think that it is harmless.' }
  const path = `${item.path}/releases/1.0.0/state`
  expect((await desk.owner.ask('PUT', path, back)).body.code).toBe('submissions.halted_by_market')
  // A false alarm that later signatures do not raise: then the partner may.
  desk.market.clock.moveSeconds(86_400)
  await clamd.load('ClamAV 1.4.3/27892/Sun Nov 29 08:21:00 2026', {})
  await rescanPackages(services)
  expect(await scanner()).toMatchObject({ found: [] })
  expect((await desk.owner.ask('PUT', path, back)).status).toBe(200)
})
