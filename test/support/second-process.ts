import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePorts } from '#tools/launch/ports.ts'
import type { Marketplace } from './marketplace.ts'

const FILE = join(import.meta.dirname, '../../proofs/harness/market-process.ts')

/**
 * The same market in another process: with a memory, a page cache, a database connection and a
 * worker of its own, on ports of its own, without screens. What comes back is the market as its
 * visitors see it there.
 */
export async function startSecondProcess(market: Marketplace): Promise<Marketplace> {
  const ports = await freePorts(5)
  const [app, theme, installer, preview, desk] = ports.map(String) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FILE], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...market.env,
      ROLES: 'web,installer,worker',
      APPS_PORT: app,
      THEMES_PORT: theme,
      INSTALLER_PORT: installer,
      PREVIEW_PORT: preview,
      CONSOLE_PORT: desk,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (said.includes('market ready')) resolve()
    })
    void ended.then(() => reject(new Error(`the second process has ended:\n${said}`)))
  })
  return {
    ...market,
    origins: {
      ...market.origins,
      app: `http://apps.localhost:${app}`,
      theme: `http://themes.localhost:${theme}`,
      installer: `http://installer.localhost:${installer}`,
      console: `http://console.localhost:${desk}`,
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
