import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { compileMessages } from './compile.ts'

/** Compiles the messages of `locales/` for bundles, and fails the build when one is invalid. */
export const messageFiles = (): Plugin => ({
  name: 'message-files',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(import.meta.dirname, id)
    if (!/^[a-z-]+\/[a-z-]+\.json$/.test(path)) return null
    return { code: JSON.stringify(compileMessages(JSON.parse(code))), map: null }
  },
})
