import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipWithCallback } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { readPlatformId } from '../../lib/platform-id.ts'
import { readMarket } from '../../lib/market.ts'
import { writeBuildFacts } from './build-facts.ts'
import { chunksOf } from './chunks.ts'
import { leanPreload } from './lean-preload.ts'
import { leanRouter } from './lean-router.ts'

// S1.1, S1.2: build settings, checked before anything is built and again when the build is loaded (`build-settings.ts`).
const market = readMarket(process.env.MARKET ?? 'app')
const platformId = readPlatformId(process.env.PLATFORM_ID ?? '1')

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, { level: number }, Buffer>(gzipWithCallback)

/** Assets lie compressed beside themselves, the manifest too, which comes last; the server hands them out as they are. */
const precompress: Plugin = {
  name: 'precompress',
  buildApp: {
    order: 'post',
    handler: async builder => {
      const folderOf = (name: string) => resolve(builder.config.root, builder.environments[name]!.config.build.outDir)
      const client = folderOf('client')
      await writeBuildFacts(client, folderOf('ssr'))
      const folder = join(client, 'assets')
      const files = (await readdir(folder)).filter(name => /\.(js|css|svg)$/.test(name))
      await Promise.all(files.map(file => compress(join(folder, file))))
    },
  },
}

/** S4.11: React Router reloads a page again and again whose chunk does not come; ours is asked first. */
const OWN_RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/
const guardChunks = (): Plugin => {
  let found = false
  return {
    name: 'guard-chunks',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/].*[\\/]routeModules\.js/ },
      handler(code) {
        found ||= OWN_RELOAD.test(code)
        return { code: code.replace(OWN_RELOAD, 'return window.arastaStart.chunkFailed(error);'), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !found) this.error('React Router no longer reloads where it did: see guardChunks')
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  await Promise.all([
    brotli(content).then(small => writeFile(`${path}.br`, small)),
    gzip(content, { level: 9 }).then(small => writeFile(`${path}.gz`, small)),
  ])
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), guardChunks(), leanRouter(), leanPreload(), precompress],
  define: {
    __MARKET__: JSON.stringify(market),
    __PLATFORM_ID__: JSON.stringify(platformId),
  },
  // The folder lies outside the root: without being told, Vite would leave what earlier builds put there.
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: chunksOf(import.meta.dirname) },
          // A part that a page imports and does not use stays at home.
          treeshake: { moduleSideEffects: [{ test: /[\\/]ui[\\/].*\.tsx?$|storefront[\\/]item-cover\./, sideEffects: false }] },
        },
      },
    },
  },
})
