import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'

const SUFFIX = '?source='

/**
 * `import source from './start-guard.ts?source=watchStart'`: an exported function as minified text,
 * for scripts in the document's head. The function must use nothing from outside its module.
 */
export function inlineSource(): Plugin {
  return {
    name: 'inline-source',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (!specifier.includes(SUFFIX) || !importer) return null
      // Not a `.ts` any more, for other plugins.
      return `\0${resolve(dirname(importer), specifier)}`
    },
    async load(id) {
      const [file = '', name] = id.slice(1).split(SUFFIX)
      if (!id.startsWith('\0') || name === undefined) return null
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
      const module = `${code.replaceAll(/^export /gm, '')}\nreturn ${name}`
      // Exported, or the minifier would find no use for it.
      const { code: small, errors } = await minify(
        `${name}.mjs`,
        `export default (()=>{${module}})()`,
      )
      if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
      const text = small.trim().replace(/^export default\s*/, '')
      return `export default ${JSON.stringify(text.replace(/;$/, ''))}`
    },
  }
}
