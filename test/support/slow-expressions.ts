import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import {
  expressionsOf,
  phpExpressionsOf,
  servedFiles,
  type Expression,
} from './regular-expressions.ts'
import { simplerExpression } from './simpler-expression.ts'

/**
 * The product's own regular expressions, and which of them may take longer than in proportion to
 * their input. Shared by `npm test` and the proof of attacks.
 */

/** File and beginning of the source → what bounds its input. */
export const BOUNDED: readonly (readonly [file: string, begins: string, why: string])[] = [
  [
    'apps/storefront/router-patches/unused-modules.ts',
    'react-router[',
    'a build: the path of a module',
  ],
  [
    'apps/storefront/router-patches/unused-modules.ts',
    'export \\{',
    'a build: one file of React Router',
  ],
  [
    'apps/storefront/router-patches/chunk-reload.ts',
    'react-router[',
    'a build: the path of a module',
  ],
  ['apps/storefront/vite.config.ts', '[\\\\/]ui[', 'a build: the path of a module'],
  ['tools/pack/pack-program.ts', '[\\\\/](?:modules|kernel', 'a build: the path of a module'],
  ['demo/catalog/theme-files.ts', '@import url', 'a build: one style sheet of a registry package'],
  ['demo/catalog/items/quick/item.ts', 'window\\.fetch', 'a build: one file of a registry package'],
  [
    'demo/catalog/items/video/files/video.js',
    '[?#]',
    'a browser: a setting of the item, 200 characters',
  ],
  [
    'demo/catalog/items/video/files/video.js',
    '\\/+$',
    'a browser: the address of the page it is on',
  ],
  ['ui/classes.ts', '^(.*:)?', 'one class name of our own'],
  ['ui/contrast.ts', '--(', 'our own style sheet'],
  ['ui/amount.tsx', '[+−-]?', 'an amount that we formatted, some 30 characters'],
  ['ui/mask.ts', '[^\\p{L}', 'what a mask wrote, as long as the mask'],
  ['apps/storefront/safe-markup.tsx', '<!--', 'cut to 4,000 characters first'],
  ['lib/shop-address.ts', '^[\\s', '2,000 characters, checked first'],
  ['lib/shop-address.ts', '^(?:www', 'a host name, 253 characters'],
  ['apps/storefront/build-facts.ts', '-[\\w-]{8}', 'a build: the name of a file'],
  ['demo/sandbox-bank/home-page.ts', '(\\d{4})', 'a test card of the bank, 19 digits'],
  ['tools/keys/data-keys.ts', '\\d{1,9}$', 'the name of a key, by a setting'],
  ['modules/catalog/present.ts', '^www', 'a host name, 253 characters'],
  ['modules/publishing/partners/rules.ts', '^www', 'a host name, 253 characters'],
  ['lib/field-rules.ts', '^\\.|', '254 characters, checked by isOneAddress'],
  [
    'modules/catalog/rule-pack/theme-rules.ts',
    '\\s+(?!',
    'one value of a style, 200 characters, checked first',
  ],
  [
    'modules/catalog/rule-pack/code-rules.ts',
    '<script\\b',
    'its counts: each start reads 400 characters of a package, in a job',
  ],
  ['modules/catalog/rule-pack/code-rules.ts', '(?<![[', 'its count: each run is read once'],
  [
    'modules/catalog/rule-pack/security-rules.ts',
    '',
    'its counts: each start reads 500 characters of a package, in a job',
  ],
  [
    'modules/catalog/rule-pack/sources.ts',
    '(?<![\\w-])eyJ',
    'its counts: each start, which is one of a word, reads 5,400 characters of a package, in a job',
  ],
  [
    'modules/catalog/rule-pack/text-rules.ts',
    '<\\/?[a-z!]',
    "its counts: each start reads 300 characters of a listing's text",
  ],
  [
    'server/page-cache/page.ts',
    '<(script|style)',
    'a page that we rendered: each of these elements is closed',
  ],
  [
    'connectors/wordpress/arasta-connector/site/pages.php',
    '<body',
    "a page that the site's own theme rendered; PCRE ends after pcre.backtrack_limit steps",
  ],
  [
    'connectors/wordpress/arasta-connector/protocol/files.php',
    'url\\(',
    'its counts: each start reads 350 characters of one style sheet',
  ],
]

/**
 * All expressions below `root` that another party's bytes may reach: those whose text is known, and
 * those that are built while the program runs.
 */
export function readExpressions(root: string) {
  const found = servedFiles(root).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return path.endsWith('.php') ? phpExpressionsOf(path, text) : expressionsOf(path, text)
  })
  return { fixed: found.flatMap((one) => one.fixed), built: found.flatMap((one) => one.built) }
}

/** More of them are in each other's way. */
const AT_ONCE = 2

export const fileOf = ({ at }: Pick<Expression, 'at'>) => at.slice(0, at.lastIndexOf(':'))
export const boundOf = (one: Expression) =>
  BOUNDED.find(([file, begins]) => file === fileOf(one) && one.source.startsWith(begins))

/** The given ones that may take longer than in proportion to their input, each with why. */
export async function slowOf(expressions: readonly Expression[]): Promise<string[]> {
  const asked = new Map<string, { source: string; flags: string; at: Expression[] }>()
  const slow: string[] = []
  for (const one of expressions) {
    const { sources, readsOn, refersBack } = simplerExpression(one.source)
    if (readsOn || refersBack)
      slow.push(
        `${one.at} /${one.source}/: ${readsOn ? 'an assertion reads on without a bound' : 'it refers back'}`,
      )
    else
      for (const source of sources) {
        const key = `${one.flags} ${source}`
        asked.set(key, { source, flags: one.flags, at: [...(asked.get(key)?.at ?? []), one] })
      }
  }
  // Without repetition each start costs the same.
  const left = [...asked.values()].filter(({ source }) =>
    /[*+]|\{\d+,\}/.test(source.replaceAll(/\\[^]/g, 'e').replaceAll(/\[[^\]]*\]/g, 'c')),
  )
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one; one = left.pop()) {
        const result = await check(one.source, one.flags, {
          checker: 'automaton',
          timeout: 150_000,
          recallTimeout: -1,
        })
        if (result.status !== 'safe')
          slow.push(
            ...one.at.map(
              ({ at, source }) =>
                `${at} /${source}/: ${result.status === 'vulnerable' ? result.complexity.summary : 'not known'}`,
            ),
          )
      }
    }),
  )
  return slow.sort()
}
