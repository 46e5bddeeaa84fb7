import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'

const PREFIX = 'inline-source:'

/**
 * `import source from 'inline-source:start-guard.ts#watchStart'`: an exported function as minified
 * text, for scripts in the document's head. The file is relative to this folder; the function must
 * use nothing from outside its module.
 */
export function inlineSource(): Plugin {
  return {
    name: 'inline-source',
    enforce: 'pre',
    resolveId: (specifier) => (specifier.startsWith(PREFIX) ? `\0${specifier}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const [path = '', name = ''] = id.slice(PREFIX.length + 1).split('#')
      const file = resolve(import.meta.dirname, path)
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
