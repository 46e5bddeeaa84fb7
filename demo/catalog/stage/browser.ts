import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import { provideChromium } from '../../../tools/launch/testing/chromium.ts'

export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
} as const satisfies Record<string, BrowserContextOptions>
export type Device = keyof typeof DEVICES

const ROOT = join(import.meta.dirname, '../../..')

/** The Chromium that the journeys use: runs as root, needs no system package. */
export async function openBrowser(): Promise<Browser> {
  const env = await provideChromium(ROOT)
  return chromium.launch({
    executablePath: env.CHROMIUM_PATH,
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}
