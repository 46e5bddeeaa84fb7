import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDraftItem, readListing } from '#contexts/catalog/public.ts'
import { listingWith } from '#contexts/catalog/rule-pack/candidate.support.ts'
import { contentOf } from '#contexts/partners/draft.ts'
import { keepDraft } from '#contexts/partners/draft-data.ts'
import { finished, install, shopPage } from '#test/support/installs.ts'
import { signIn } from '#test/support/owner.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

const ROOT = join(import.meta.dirname, '../..')
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')

let desk: SubmissionDesk
let folder: ReturnType<typeof temporaryFolder>
let shell: Shell
beforeAll(async () => {
  folder = temporaryFolder()
  desk = await startSubmissions()
  await desk.market.startWorker()
  shell = new Shell({ ARASTA_CONSOLE: desk.market.origins.console, TMPDIR: folder.path })
})
afterAll(async () => {
  shell.end()
  await desk.market.stop()
  folder.remove()
})

/** Somebody's terminal: lines go in one after the other, and each must end well. */
class Shell {
  readonly #bash: ChildProcessWithoutNullStreams
  #said = ''
  constructor(env: Record<string, string>) {
    const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
    this.#bash = spawn('bash', ['--norc', '--noprofile'], { cwd: ROOT, env: { PATH, HOME: process.env.HOME ?? '/', LANG: 'en_GB.UTF-8', ...env } })
    for (const stream of [this.#bash.stdout, this.#bash.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { this.#said += text })
  }

  /** What it says to the line; `typed` is what one types when it asks. */
  async run(line: string, typed = ''): Promise<string> {
    this.#said = ''
    this.#bash.stdin.write(`${line}\n${typed && `${typed}\n`}printf '\\n@@%s@@\\n' $?\n`)
    await expect.poll(() => this.#said, { timeout: 60_000, interval: 20 }).toMatch(/\n@@\d+@@\n/)
    expect(/\n@@(\d+)@@\n/.exec(this.#said)?.[1], `${line}\n${this.#said}`).toBe('0')
    return this.#said
  }

  end(): void {
    this.#bash.stdin.end()
  }
}

/** The tutorial in its order: lines of a terminal, and what people do meanwhile. */
type Step = { lines: string[] } | { event: string }
const STEPS = [...TUTORIAL.matchAll(/^```sh\n(.*?)^```$|^<!-- (.*?) -->$/gms)]
  .map(([, lines, event = '']): Step => (lines === undefined ? { event } : { lines: lines.trim().split('\n') }))

/** As somebody fills it in, in the console. */
async function makeItem(prefix: string): Promise<void> {
  const { db, clock } = desk.market.services
  const id = await insertDraftItem(db, { market: 'app', slug: prefix, prefix, partnerId: desk.partner, name: 'Gift Note', now: clock.now() })
  const listed = id === null ? null : await readListing(db, id)
  if (id === null || listed === null) throw new Error('the item could not be made')
  const { texts, pictures, credits } = listingWith()
  await keepDraft(db, id, { content: { ...contentOf(listed), texts, pictures, credits: credits as never }, changed: {} }, { revision: 1, personId: await desk.idOf('owner@example.com'), now: clock.now() })
}

/** What somebody else does at that place. */
const EVENTS: Record<string, () => Promise<void>> = {
  'the item is made in the console': () => makeItem('gift-note'),
  'a reviewer approves it': async () => {
    const { id } = await desk.market.services.db.selectFrom('submissions').select('id').where('state', '=', 'waiting').executeTakeFirstOrThrow()
    expect((await desk.claim(id)).status).toBe(200)
    expect((await desk.approve(id)).status).toBe(200)
  },
  'an owner installs it': async () => {
    const owner = await signIn(desk.market, 'store-1')
    const { id } = await desk.market.services.db.selectFrom('items').select('id').where('prefix', '=', 'gift-note').executeTakeFirstOrThrow()
    const { status, body } = await install(owner, id, { body: { inputs: { note: 'From the tutorial' } } })
    expect(status, JSON.stringify(body)).toBe(200)
    await finished(owner, body.data.id)
    expect(await shopPage(desk.market, 'store-1', '/products/tulip-vase')).toContain('From the tutorial')
  },
}

test('docs/tutorial.md leads from nothing to an item that is approved and installed, word for word', { timeout: 120_000 }, async () => {
  const { token } = (await desk.owner.ask('POST', `/partners/${desk.partner}/tokens`, { name: 'tutorial', scopes: ['upload', 'status'] })).body as { token: string }
  const said: string[] = []
  for (const step of STEPS) {
    if ('event' in step) {
      const event = EVENTS[step.event]
      if (!event) throw new Error(`nobody knows how "${step.event}"`)
      await event()
      continue
    }
    for (const line of step.lines) said.push(await shell.run(line, line.startsWith('read ') ? token : ''))
  }
  const all = said.join('\n')
  expect(STEPS.filter(step => 'event' in step)).toHaveLength(Object.keys(EVENTS).length)
  for (const words of ['The demo shop: http://shop.localhost:', '✓ 1.0.0 is on the shop: design_block:note', 'nothing is left behind', 'Passed: all', 'waiting for a reviewer', 'gift-note  1.0.0  approved']) expect(all).toContain(words)
  expect(JSON.parse(/\{[\s\S]*\}/.exec(said.at(-1) ?? '')?.[0] ?? '{}')).toMatchObject({ outcome: 'handed_in', submission: { version: '1.0.1', state: 'waiting' } })
  expect(all).not.toContain(token)
})
