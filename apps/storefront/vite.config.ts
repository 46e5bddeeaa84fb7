import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipWithCallback } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { writeBuildFacts } from './build-facts.ts'
import { leanRouter } from './lean-router.ts'

// S1.1, S1.2: build settings. `build-settings.ts` checks them when the build is loaded.
const market = process.env.MARKET ?? 'app'
const platformId = process.env.PLATFORM_ID ?? '1'

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, { level: number }, Buffer>(gzipWithCallback)

/**
 * Many small chunks compress badly and each costs a request: React with its router is one, what browsing shares another,
 * what buying and installing share a third. A screen that nobody else needs anything of stays a chunk of its own.
 */
const WORK = new RegExp([
  '[\\\\/]ui[\\\\/](choice|field|form-check|long-field|mask|mistake-list|plan-row|progress|use-form-check|tabs|update-card)\\.',
  'polling', 'field-(rules|words)', 'digits',
  '[\\\\/]contexts[\\\\/]', '[\\\\/]screens[\\\\/](account|addresses|checkout|install|update|updates)[\\\\/]',
].join('|'))
/** Parts that several pages show, but none that one browses through. */
const APART = /[\\/]ui[\\/](error-scene|error-doors|device-frame|rating-bars|notice|permission-row|review|star-choice|release-note|frame-header|panel|breadcrumb|stage|listed-field|dialog|phone|theme-cover)\.|storefront[\\/](dates|item-cover)\./
const SHARED = /[\\/](ui|lib|apps[\\/]storefront)[\\/]|tailwind-merge/
const chunks = {
  groups: [
    {
      name: 'router',
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/,
      priority: 3,
    },
    { name: 'shared', test: (id: string) => SHARED.test(id) && !WORK.test(id) && !APART.test(id), minShareCount: 3, priority: 2 },
    // Themes' covers: of an app list they are no part.
    { name: 'cover', test: /[\\/]ui[\\/]theme-cover\.|storefront[\\/]item-cover\./, priority: 1.5 },
    // What browsing shares with buying; in `work` it would bring all of that along.
    { name: 'parts', test: /[\\/]ui[\\/](notice|panel|fit-notice)\./, priority: 1.5 },
    { name: 'work', test: WORK, minShareCount: 2, priority: 1 },
  ],
}

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
  plugins: [tailwindcss(), reactRouter(), guardChunks(), leanRouter(), precompress],
  define: {
    __MARKET__: JSON.stringify(market),
    __PLATFORM_ID__: JSON.stringify(Number(platformId)),
  },
  // The folder lies outside the root: without being told, Vite would leave what earlier builds put there.
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } } },
})
