import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
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
  await desk.admin.ask('POST', '/operator/categories', {
    market: 'app',
    slug: 'notices',
    name: { tr: 'Bildirim', en: 'Notices', ar: 'الإشعارات' },
    drawing: null,
  })
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
    this.#bash = spawn('bash', ['--norc', '--noprofile'], {
      cwd: ROOT,
      env: { PATH, HOME: process.env.HOME ?? '/', LANG: 'en_GB.UTF-8', ...env },
    })
    for (const stream of [this.#bash.stdout, this.#bash.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text
      })
  }

  /** What it says to the line; `typed` is what one types when it asks. */
  async run(line: string, typed = ''): Promise<string> {
    this.#said = ''
    this.#bash.stdin.write(`${line}\n${typed && `${typed}\n`}printf '\\n@@%s@@\\n' $?\n`)
    await expect.poll(() => this.#said, { timeout: 150_000, interval: 20 }).toMatch(/\n@@\d+@@\n/)
    expect(/\n@@(\d+)@@\n/.exec(this.#said)?.[1], `${line}\n${this.#said}`).toBe('0')
    return this.#said
  }

  end(): void {
    this.#bash.stdin.end()
  }
}

/** The tutorial in its order: lines of a terminal, and what people do meanwhile. */
type Step = { lines: string[] } | { event: string }
const STEPS = [...TUTORIAL.matchAll(/^```sh\n(.*?)^```$|^<!-- (.*?) -->$/gms)].map(
  ([, lines, event = '']): Step =>
    lines === undefined ? { event } : { lines: lines.trim().split('\n') },
)

/** What somebody else does at that place. */
const EVENTS: Record<string, () => Promise<void>> = {
  'a reviewer approves it': async () => {
    const { id } = await desk.market.services.db
      .selectFrom('submissions')
      .select('id')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    expect((await desk.claim(id)).status).toBe(200)
    expect((await desk.approve(id)).status).toBe(200)
  },
  'an owner buys and installs it': async () => {
    const owner = await signIn(desk.market, 'store-1')
    expect((await buy(desk.market, owner, 'gift-note')).total).toBe(49)
    const { id } = await desk.market.services.db
      .selectFrom('items')
      .select('id')
      .where('prefix', '=', 'gift-note')
      .executeTakeFirstOrThrow()
    const { status, body } = await install(owner, id, {
      body: { inputs: { note: 'From the tutorial' } },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    await finished(owner, body.data.id)
    expect(await shopPage(desk.market, 'store-1', '/products/tulip-vase')).toContain(
      'From the tutorial',
    )
  },
}

test(
  'docs/tutorial.md leads, word for word and by the packed program alone, to an item that is approved, bought and installed',
  { timeout: 400_000 },
  async () => {
    const { token } = (
      await desk.owner.ask('POST', `/partners/${desk.partner}/tokens`, {
        name: 'tutorial',
        scopes: ['upload', 'status'],
      })
    ).body as { token: string }
    const said: string[] = []
    for (const step of STEPS) {
      if ('event' in step) {
        const event = EVENTS[step.event]
        if (!event) throw new Error(`nobody knows how "${step.event}"`)
        await event()
        continue
      }
      for (const line of step.lines)
        said.push(await shell.run(line, line.startsWith('read ') ? token : ''))
    }
    const all = said.join('\n')
    expect(STEPS.filter((step) => 'event' in step)).toHaveLength(Object.keys(EVENTS).length)
    for (const words of [
      'The demo shop: http://shop.localhost:',
      '✓ 1.0.0 is on the shop: design_block:note',
      'nothing is left behind',
      'Passed: all',
      'A trial: the item is not in the market',
      '“gift-note” is new to the market',
      'waiting for a reviewer',
      'The listing is as it is in the market.',
      'gift-note  1.0.0  approved',
    ])
      expect(all).toContain(words)
    expect(JSON.parse(/\{[\s\S]*\}/.exec(said.at(-1) ?? '')?.[0] ?? '{}')).toMatchObject({
      outcome: 'handed_in',
      submission: { version: '1.0.1', state: 'waiting' },
    })
    expect(all).not.toContain(token)
  },
)
