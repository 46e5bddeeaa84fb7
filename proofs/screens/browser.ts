import { chromium, type Browser } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A Chromium as the journeys have it; `env` says where it is (`provideChromium`). */
export async function openBrowser(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: env.CHROMIUM_PATH,
    env: { ...process.env, ...env },
    args: [...ARGS, ...args],
    headless: true,
  })
}
