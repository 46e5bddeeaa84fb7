import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSubmission } from '#contexts/submissions/public.ts'
import { newPartnerToken } from '#lib/access-token.ts'
import { startSubmissions, type HandedItem, type SubmissionDesk } from '#test/support/submissions.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { runArasta } from '../run-arasta.ts'

let desk: SubmissionDesk
let folder: ReturnType<typeof temporaryFolder>
let item: HandedItem
let token = ''

beforeAll(async () => {
  folder = temporaryFolder()
  desk = await startSubmissions()
  item = await desk.newItem()
  token = await newToken({})
  await run({}, 'create', 'app', item.prefix, '--author', 'Nar')
})
afterAll(async () => {
  await desk.market.stop()
  folder.remove()
})

const newToken = async (body: object) => String((await desk.owner.ask('POST', `/partners/${desk.partner}/tokens`, { name: 'CI', scopes: ['upload', 'status'], ...body })).body.token)
interface Answer { code: number; out: string; err: string }
async function run(env: Record<string, string>, ...args: string[]): Promise<Answer> {
  const said = { out: '', err: '' }
  const code = await runArasta({
    args, env: { ARASTA_CONSOLE: desk.market.origins.console, ...env }, folder: folder.path, out: text => { said.out += `${text}\n` }, err: text => { said.err += `${text}\n` },
  })
  return { code, ...said }
}
const publish = (...args: string[]) => run({ ARASTA_TOKEN: token }, 'publish', item.prefix, ...args)
const status = (...args: string[]) => run({ ARASTA_TOKEN: token }, 'status', ...args)
const change = async (file: string, from: string | RegExp, to: string) => {
  const path = join(folder.path, item.prefix, file)
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
}

describe('arasta publish and arasta status', () => {
  test('hand a folder in, and say how it stands until it is approved', async () => {
    const { code, out } = await publish('--json')
    const { format, outcome, submission } = JSON.parse(out)
    expect({ code, format, outcome, state: submission.state, version: submission.version, listing: submission.with_listing }).toEqual({ code: 0, format: 1, outcome: 'handed_in', state: 'checking', version: '1.0.0', listing: true })
    await checkSubmission(desk.market.services, submission.id)
    expect(await status(item.prefix)).toMatchObject({ code: 0, out: `${item.prefix}  1.0.0  waiting for a reviewer  ${submission.id}\n` })
    await desk.claim(submission.id)
    expect((await desk.approve(submission.id)).status).toBe(200)
    expect(JSON.parse((await status('--json')).out)).toMatchObject({ format: 1, items: [{ prefix: item.prefix, status: 'published', submissions: [{ state: 'approved', version: '1.0.0' }] }] })
    expect((await desk.market.services.db.selectFrom('audit_log').select('actor_role').where('operation', '=', 'submitRelease').executeTakeFirstOrThrow()).actor_role).toMatch(/^token:tok_/)
  })

  test('end with 1 where the market or the check says no, in the words of either', async () => {
    expect(await publish()).toMatchObject({ code: 1, err: expect.stringContaining('1.0.0') })
    await change('package/arasta.app.json', '"version": "1.0.0"', '"version": "1.0.1"')
    await change('package/note.js', /$/, '\neval(note)\n')
    expect(await publish('--lang', 'tr')).toMatchObject({ code: 1, out: expect.stringMatching(/Gönderilmedi.*code\.eval/) })
    await change('package/note.js', '\neval(note)\n', '')
    await run({}, 'create', 'app', 'calm-note', '--author', 'Nar')
    expect(await run({ ARASTA_TOKEN: token }, 'publish', 'calm-note')).toMatchObject({ code: 1, out: expect.stringContaining('no item with the prefix “calm-note”') })
    await change('arasta.notes.json', /"ar": "[^"]*"/, '"ar": ""')
    expect(await publish()).toMatchObject({ code: 2, err: expect.stringContaining('arasta.notes.json: ar') })
    await change('arasta.notes.json', '"ar": ""', '"ar": "إصلاحات صغيرة."')
  })

  test('wait for the market\'s own checks, and end with 1 when what was handed in was taken back', async () => {
    // The newest is the one that was handed in last: the clock of the market stands still by itself.
    desk.market.clock.moveSeconds(60)
    const waited = publish('--wait', '--json')
    const { db } = desk.market.services
    const find = () => db.selectFrom('submissions').select('id').where('version', '=', '1.0.1').executeTakeFirst()
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    const { id } = (await find())!
    await checkSubmission(desk.market.services, id)
    const { code, out } = await waited
    expect([code, JSON.parse(out).submission.state]).toEqual([0, 'waiting'])
    expect((await desk.owner.ask('POST', `${item.path}/submissions/${id}/withdrawal`)).status).toBe(200)
    expect(await status(item.prefix)).toMatchObject({ code: 1, out: expect.stringContaining('withdrawn') })
  })

  test('PKG-11 end with 2 without a token, with one that is none, unknown, of another scope, in clear text over the net, where nobody answers; and never show it', async () => {
    const stranger = newPartnerToken()
    const reading = await newToken({ scopes: ['status'] })
    const tries = [
      await run({}, 'publish', item.prefix), await run({ ARASTA_TOKEN: 'arasta_pat_short' }, 'publish', item.prefix), await run({ ARASTA_TOKEN: stranger }, 'publish', item.prefix),
      await run({ ARASTA_TOKEN: reading }, 'publish', item.prefix), await run({ ARASTA_TOKEN: token, ARASTA_CONSOLE: 'http://console.example.com' }, 'publish', item.prefix),
      await run({ ARASTA_TOKEN: token, ARASTA_CONSOLE: 'http://console.localhost:9' }, 'publish', item.prefix), await status('no-such-prefix'),
    ]
    expect(tries.map(one => one.code)).toEqual(Array(7).fill(2))
    const said = JSON.stringify([...tries, await publish('--json'), await status()])
    for (const secret of [token, stranger, reading]) expect(said).not.toContain(secret.slice(11, 40))
    const bound = await newToken({ item: (await desk.newItem()).id })
    expect(await run({ ARASTA_TOKEN: bound }, 'publish', item.prefix)).toMatchObject({ code: 1, out: expect.stringContaining('the token is for another one') })
  })
})
