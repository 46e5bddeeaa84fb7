import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, SiteDump, SiteSettings } from '../sites/wordpress.ts'

export type { SiteSettings } from '../sites/wordpress.ts'

/** Somebody's WordPress, running, and what its owner can do with it. */
export interface WordPressDouble {
  origin: string
  host: string
  /** As it was at the start. */
  fine: SiteSettings
  set(site: Partial<SiteSettings>): Promise<void>
  /**
   * What there is now: passwords that were not given back, calls by method and route in order,
   * layers.
   */
  look(): Promise<SiteDump>
  forgetPasswords(): Promise<void>
  /** As the owner does at Settings, Arasta: the plugin has no keys any more. */
  endConnection(): Promise<void>
  /** Its database is made of that site's. */
  copyOf(other: WordPressDouble): Promise<void>
  /** Everything that was put on it is gone, as after a move manually. */
  strip(): Promise<void>
  stop(): Promise<void>
}

export async function startWordPressDouble(): Promise<WordPressDouble> {
  const child = fork(join(import.meta.dirname, '../sites/wordpress.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const waiting = new Map<number, (dump: SiteDump) => void>()
  child.on('message', ({ turn, dump }: { turn: number; dump: SiteDump }) => {
    waiting.get(turn)?.(dump)
  })
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`the WordPress site ended with ${code}`))),
  )
  ended.catch(() => {})
  const hear = (turn: number) =>
    Promise.race([
      new Promise<SiteDump>((resolve) => {
        waiting.set(turn, resolve)
      }),
      ended,
    ])
  let turns = 0
  const tell = (order: Order): Promise<SiteDump> => {
    const turn = ++turns
    const heard = hear(turn)
    child.send({ turn, order })
    return heard
  }
  const { site: fine } = await hear(0)
  return {
    origin: fine.home,
    host: new URL(fine.home).host,
    fine,
    set: async (site) => void (await tell({ do: 'set', site })),
    look: () => tell({ do: 'look' }),
    forgetPasswords: async () => void (await tell({ do: 'forget-passwords' })),
    endConnection: async () => void (await tell({ do: 'end-connection' })),
    copyOf: async (other) => void (await tell({ do: 'take', from: await other.look() })),
    strip: async () => void (await tell({ do: 'strip' })),
    async stop() {
      const over = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await over
    },
  }
}
