import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readTextFile, writeTextBody } from '#lib/text-page.ts'
import { compileMessages } from '#locales/compile.ts'

/** Its texts are readable English with ⟦marks⟧ around them: text without marks is not translated. */
export const PSEUDO_LANGUAGE = 'qps'

const ACCENTED = new Map(
  [...'AaCcDdEeGgHhIiKkLlNnOoRrSsTtUuYyZz'].map((letter, index) => [
    letter,
    [...'ÀàÇçÐðÉéĞğĤĥÎîĶķĻļÑñÖöŔŕŠšŤťÛûÝýŽž'][index] as string,
  ]),
)

/** `⟦Šàvé thé draft····⟧`: marked, longer than English as translations are, placeholders kept. */
export function pseudoText(text: string): string {
  const accented = text.replace(/\{\w+\}|\p{L}/gu, (part) => ACCENTED.get(part) ?? part)
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length / 4))}⟧`
}

/** Whether a text is one of the pseudo-language, or a piece of one. */
export const isPseudoText = (text: string): boolean =>
  /[⟦⟧]/.test(text) || [...ACCENTED.values()].some((letter) => text.includes(letter))

function pseudoMessages(source: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compileMessages(source)).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? pseudoText(message)
        : `{count, plural, ${Object.entries(message)
            .map(([form, text]) => `${form} {${pseudoText(text)}}`)
            .join(' ')}}`,
    ]),
  )
}

function pseudoArticle(source: string): string {
  const { title, lead, parts } = readTextFile(source)
  const body = parts.map((part) => ({
    ...part,
    heading: part.heading && pseudoText(part.heading),
    ...(part.paragraphs && { paragraphs: part.paragraphs.map(pseudoText) }),
    ...(part.list && { list: part.list.map(pseudoText) }),
    ...(part.table && {
      table: {
        head: part.table.head.map(pseudoText),
        rows: part.table.rows.map((row) => row.map(pseudoText)),
      },
    }),
    ...(part.links && { links: part.links.map((one) => ({ ...one, name: pseudoText(one.name) })) }),
  }))
  return `# ${pseudoText(title)}\n\n${pseudoText(lead)}\n\n${writeTextBody(body)}\n`
}

/**
 * Adds the pseudo-language to a checkout as any language is added: its folder, and its row in
 * `lib/languages.ts`. `node tools/pseudo-language.ts` does so here; `git stash -u` takes it back.
 */
export function addPseudoLanguage(root: string): void {
  for (const path of globSync('**/*.{json,md}', { cwd: join(root, 'locales/en') })) {
    const source = readFileSync(join(root, 'locales/en', path), 'utf8')
    const target = join(root, 'locales', PSEUDO_LANGUAGE, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(
      target,
      path.endsWith('.json')
        ? `${JSON.stringify(pseudoMessages(JSON.parse(source)), null, 2)}\n`
        : pseudoArticle(source),
    )
  }
  const list = join(root, 'lib/languages.ts')
  const row = `  ${PSEUDO_LANGUAGE}: { name: '⟦Þšéûðö⟧', direction: 'ltr', tag: 'en-XA', territory: 'en_XA', traitBit: 25 },\n`
  writeFileSync(list, readFileSync(list, 'utf8').replace(/(?=\} satisfies)/, row))
}

/** Copies a checkout without what was built; the copy uses its installed packages. */
export function copyCheckout(root: string, target: string): void {
  const left = new Set(['node_modules', '.git', '.arasta', 'build', '.react-router'])
  cpSync(root, target, { recursive: true, filter: (path) => !left.has(basename(path)) })
  for (const folder of ['node_modules', 'demo/node_modules', 'tools/launch/node/node_modules'])
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(target, folder))
}

if (import.meta.main) addPseudoLanguage(join(import.meta.dirname, '..'))
