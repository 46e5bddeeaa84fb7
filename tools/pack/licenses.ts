import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licenses of all npm packages whose code came along, in one text. */
export async function writeLicenses(
  file: string,
  root: string,
  modules: readonly string[],
): Promise<void> {
  const names = new Set(
    modules.flatMap((id) => {
      const inside = id.split(/[\\/]node_modules[\\/]/).at(-1)
      const [scope = '', rest = ''] =
        inside === undefined || inside === id ? [] : inside.split(/[\\/]/)
      return scope === '' ? [] : [scope.startsWith('@') ? `${scope}/${rest}` : scope]
    }),
  )
  const parts = await Promise.all(
    [...names].toSorted().map(async (name) => {
      const folder = join(root, 'node_modules', name)
      const about = JSON.parse(
        await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'),
      ) as { version?: string; license?: string }
      const text = (await readdir(folder).catch(() => [])).find((one) => /^licen[cs]e/i.test(one))
      return `${name} ${about.version ?? ''} (${about.license ?? 'see its source'})\n\n${text ? (await readFile(join(folder, text), 'utf8')).trim() : ''}\n`
    }),
  )
  await writeFile(file, parts.join(`\n${'-'.repeat(80)}\n\n`))
}
