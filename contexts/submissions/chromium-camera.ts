import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Camera } from './camera.ts'

const DEADLINE_MS = 40_000

/**
 * A Chromium of its own for each picture, with an empty profile. It reaches the host of the page and no other: what it shows is what somebody
 * handed in and nobody has looked at.
 */
export const chromiumCamera = (path: string): Camera => ({
  async take(url) {
    const folder = await mkdtemp(join(tmpdir(), 'arasta-picture-'))
    const file = join(folder, 'page.png')
    try {
      await run(path, [
        '--headless=new', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--no-first-run', '--disable-extensions', '--mute-audio',
        // The sandbox cannot be set up by root; who runs the market as root has chosen so.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(url).hostname}`, `--user-data-dir=${join(folder, 'profile')}`, '--window-size=1280,1600',
        '--virtual-time-budget=4000', `--screenshot=${file}`, url,
      ], folder)
      return await readFile(file)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
})

/** Ends the program and whatever it has started when it takes too long. */
function run(path: string, args: readonly string[], home: string): Promise<void> {
  const { PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH, FONTCONFIG_FILE } = process.env
  const env = Object.fromEntries(Object.entries({ PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH, FONTCONFIG_FILE, HOME: home }).filter(([, value]) => value !== undefined))
  const child = spawn(path, [...args], { env, stdio: 'ignore', detached: true })
  return new Promise((resolve, reject) => {
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    const deadline = setTimeout(() => {
      end()
      reject(new Error(`no picture in ${DEADLINE_MS} ms`))
    }, DEADLINE_MS)
    child.once('error', error => {
      clearTimeout(deadline)
      reject(error)
    })
    child.once('exit', code => {
      clearTimeout(deadline)
      end()
      if (code === 0) resolve()
      else reject(new Error(`the browser ended with ${code}`))
    })
  })
}
