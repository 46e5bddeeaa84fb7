import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openDb, type Db } from '#db/client.ts'
import { startProduct } from '#tools/launch/product.ts'
import { provideChromium } from '#tools/launch/testing/chromium.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { Addresses } from '#tools/launch/addresses.ts'
import type { ProofRun } from '../proof.ts'
import { openBrowser } from './browser.ts'

export interface OwnProduct {
  addresses: Addresses
  db: Db
  databaseUrl: string
  browser: Browser
  /** Where it keeps everything. */
  folder: string
}

/**
 * The whole product in a folder of its own and a browser, put away at the end of the run whichever
 * way that comes.
 */
export async function openOwnProduct(
  { root, screen, onEnd }: ProofRun,
  args: readonly string[] = [],
): Promise<OwnProduct> {
  const folder = temporaryFolder()
  onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  mkdirSync(join(folder.path, 'logs'))
  const product = await startProduct({
    dataFolder: folder.path,
    ports: 'free',
    root,
    durable: false,
    screen,
    onStoppable: onEnd,
  })
  const db = openDb({ url: product.databaseUrl, poolSize: 2 })
  onEnd({ stop: () => db.destroy(), kill: () => {} })
  const browser = await openBrowser(await provideChromium(root), args)
  onEnd({ stop: () => browser.close(), kill: () => {} })
  return {
    addresses: product.addresses,
    db,
    databaseUrl: product.databaseUrl,
    browser,
    folder: folder.path,
  }
}
