import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { messageFiles } from '../../locales/vite-plugin.ts'

const brotli = promisify(brotliCompress)
const zip = promisify<Buffer, Buffer>(gzip)

/** Compresses assets at build time; the server sends them as they are. */
const precompress: Plugin = {
  name: 'precompress',
  buildApp: {
    order: 'post',
    handler: async (builder) => {
      const folder = join(
        resolve(builder.config.root, builder.environments.client!.config.build.outDir),
        'assets',
      )
      await Promise.all(
        (await readdir(folder))
          .filter((name) => /\.(js|css|svg)$/.test(name))
          .map(async (name) => {
            const content = await readFile(join(folder, name))
            await Promise.all([
              brotli(content).then((small) => writeFile(join(folder, `${name}.br`), small)),
              zip(content).then((small) => writeFile(join(folder, `${name}.gz`), small)),
            ])
          }),
      )
    },
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), messageFiles(), precompress],
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
})
