import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import {
  integrityOf,
  LOADER_VERSION,
  RELEASED,
  VISITS_VERSION,
} from '#modules/stores/platforms/loader/released.ts'

/**
 * Makes the loader's two files and the measuring script: `node apps/loader/build.ts`. A version
 * that was released never changes, for sites name it with the hash of its bytes: whatever changes
 * here needs a new `LOADER_VERSION`, and the old files stay in `released/` for ever.
 */
async function bundle(entry: string, define: Record<string, string>): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    define,
    root: import.meta.dirname,
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, entry), formats: ['iife'], name: 'arasta' },
    },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} made no file`)
  return chunk.code
}

/** Name → text of all files, as these sources give them. */
export async function buildLoader(): Promise<Record<string, string>> {
  const owner = await bundle('owner.ts', {})
  const loader = await bundle('loader.ts', {
    VERSION: JSON.stringify(LOADER_VERSION),
    OWNER_HASH: JSON.stringify(integrityOf(owner)),
  })
  return {
    [`${LOADER_VERSION}.js`]: loader,
    [`owner-${LOADER_VERSION}.js`]: owner,
    [`visits-${VISITS_VERSION}.js`]: await bundle('visits-tag.ts', {}),
  }
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await buildLoader())) {
    const path = join(RELEASED, name)
    if (
      existsSync(path) &&
      (await readFile(path, 'utf8')) !== text &&
      !process.argv.includes('--before-release')
    ) {
      throw new Error(
        `${name} was released with other bytes: give it a new version (before its first release: --before-release)`,
      )
    }
    await writeFile(path, text)
  }
}
