import chromium from '@sparticuz/chromium'
import { chromium as playwright, type Browser, type BrowserContextOptions } from 'playwright-core'

export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>
export type Device = keyof typeof DEVICES

/** Chromium from the registry: runs as root, needs no system package. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
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
