import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipWithCallback } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { messageFiles } from '../../locales/vite-plugin.ts'
import { readMarket } from '../../lib/market.ts'
import { writeBuildFacts } from './build-facts.ts'
import { chunksOf } from './chunks.ts'
import { inlineSource } from './inline-source.ts'
import { preloadHelper } from './router-patches/preload-helper.ts'
import { chunkReload } from './router-patches/chunk-reload.ts'
import { unusedModules } from './router-patches/unused-modules.ts'

// S1.1: checked before the build, and again when the build is loaded (`build-settings.ts`). The
// platform (S1.2) is a runtime setting.
const market = readMarket(process.env.MARKET ?? 'app')

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, { level: number }, Buffer>(gzipWithCallback)

/** Compresses assets at build time, the manifest last; the server sends them as they are. */
const precompress: Plugin = {
  name: 'precompress',
  buildApp: {
    order: 'post',
    handler: async (builder) => {
      const folderOf = (name: string) =>
        resolve(builder.config.root, builder.environments[name]!.config.build.outDir)
      const client = folderOf('client')
      await writeBuildFacts(client, folderOf('ssr'))
      const folder = join(client, 'assets')
      const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(files.map((file) => compress(join(folder, file))))
    },
  },
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  await Promise.all([
    brotli(content).then((small) => writeFile(`${path}.br`, small)),
    gzip(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    messageFiles(),
    chunkReload(),
    unusedModules(),
    preloadHelper(),
    inlineSource(),
    precompress,
  ],
  define: {
    __MARKET__: JSON.stringify(market),
  },
  // The output folder is outside the root, where Vite would not empty it by default.
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: chunksOf(import.meta.dirname) },
          // Drops imported but unused modules.
          treeshake: {
            moduleSideEffects: [
              { test: /[\\/]ui[\\/].*\.tsx?$|storefront[\\/]item-cover\./, sideEffects: false },
            ],
          },
        },
      },
    },
  },
})
