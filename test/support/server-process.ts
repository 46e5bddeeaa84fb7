import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePorts } from '#tools/launch/ports.ts'
import type { Marketplace } from './marketplace.ts'

const FILE = join(import.meta.dirname, '../../server/main.ts')

export interface ServerProcess {
  origins: Marketplace['origins']
  pid: number
  /** All lines that it has written. */
  lines(): string[]
  /** SIGTERM; resolves with the exit code, or the signal that ended it. */
  terminate(): Promise<number | string | null>
}

/**
 * The built product as it runs in production, all roles in a process of its own, against the
 * database of `market`, whose installer the demo shop knows.
 */
export async function startServerProcess(
  market: Marketplace,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const ports = (await freePorts(5)) as [number, number, number, number, number]
  const at = (host: string, port: number) => `http://${host}.localhost:${port}`
  const [app, theme, installer, preview, desk] = ports
  const origins = {
    app: at('apps', app),
    theme: at('themes', theme),
    installer: at('installer', installer),
    preview: at('preview', preview),
    console: at('console', desk),
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FILE], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...market.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY_SECONDS: '0',
      APPS_PORT: String(app),
      THEMES_PORT: String(theme),
      INSTALLER_PORT: String(installer),
      PREVIEW_PORT: String(preview),
      CONSOLE_PORT: String(desk),
      APP_ORIGIN: origins.app,
      THEME_ORIGIN: origins.theme,
      PREVIEW_ORIGIN: origins.preview,
      CONSOLE_ORIGIN: origins.console,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (said.includes('server ready')) resolve()
    })
    void ended.then(() => reject(new Error(`the server has ended:\n${said}`)))
  })
  return {
    origins,
    pid: child.pid as number,
    lines: () => said.split('\n').filter(Boolean),
    terminate() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
