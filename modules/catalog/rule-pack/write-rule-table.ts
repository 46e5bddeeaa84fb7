import { readFile, writeFile } from 'node:fs/promises'
import { RULES } from './pack.ts'
import { ruleTextOf } from './say.ts'

/**
 * The rules as docs/publishing.md shows them, out of the rules themselves. `node
 * modules/catalog/rule-pack/write-rule-table.ts` writes them; a test holds the page fresh.
 */
export const PAGE = new URL('../../../docs/publishing.md', import.meta.url)
const [BEGIN, END] = [
  '<!-- rules: written by modules/catalog/rule-pack/write-rule-table.ts -->',
  '<!-- /rules -->',
]

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
/** The places that a finding fills. */
const open = (text: string) => text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, '…')

const table = (): string =>
  [
    '| rule | looks at | when it fails | what is wrong | how to mend it |',
    '|---|---|---|---|---|',
    ...RULES.map(
      ({ id, looksAt, severity }) =>
        `| \`${id}\` | ${looksAt} | ${severity} | ${cell(open(ruleTextOf(id, 'wrong', 'en')))} | ${cell(ruleTextOf(id, 'mend', 'en'))} |`,
    ),
  ].join('\n')

/** The page with the table as it is now. */
export function withTable(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error('the page has no place for the rules')
  return `${before}${BEGIN}\n${table()}\n${END}${after}`
}

if (import.meta.main) await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8')))
