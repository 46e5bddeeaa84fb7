import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { expressionsOf, phpExpressionsOf, servedFiles, type Expression } from '../support/regular-expressions.ts'
import { simplerExpression } from '../support/simpler-expression.ts'

/**
 * No regular expression takes longer than in proportion to its input (SRV-5). Each one that somebody else's bytes may reach is analyzed by recheck's automata: literals, and those
 * built of constant text, in TypeScript, JavaScript and PHP. What is not linear is rewritten or replaced by a parser (lib/foreign); the few that are listed read what is short or our own.
 */
const ROOT = join(import.meta.dirname, '../..')

/** File and beginning of the source → what bounds its input. */
const BOUNDED: readonly (readonly [file: string, begins: string, why: string])[] = [
  ['apps/storefront/lean-router.ts', 'react-router[', 'a build: the path of a module'],
  ['apps/storefront/lean-router.ts', 'export \\{', 'a build: one file of React Router'],
  ['apps/storefront/vite.config.ts', 'react-router[', 'a build: the path of a module'],
  ['apps/storefront/vite.config.ts', '[\\\\/]ui[', 'a build: the path of a module'],
  ['tools/pack/pack-program.ts', '[\\\\/](?:contexts', 'a build: the path of a module'],
  ['tools/demo-catalogue/theme-files.ts', '@import url', 'a build: one style sheet of a registry package'],
  ['tools/demo-catalogue/items/quick/item.ts', 'window\\.fetch', 'a build: one file of a registry package'],
  ['tools/demo-catalogue/items/video/files/video.js', '[?#]', 'a browser: a setting of the item, 200 characters'],
  ['tools/demo-catalogue/items/video/files/video.js', '\\/+$', 'a browser: the address of the page it is on'],
  ['ui/classes.ts', '^(.*:)?', 'one class name of our own'],
  ['ui/contrast.ts', '--(', 'our own style sheet'],
  ['ui/amount.tsx', '[+−-]?', 'an amount that we formatted, some 30 characters'],
  ['ui/mask.ts', '[^\\p{L}', 'what a mask wrote, as long as the mask'],
  ['apps/storefront/safe-markup.tsx', '<!--', 'cut to 4,000 characters first'],
  ['lib/shop-address.ts', '^[\\s', '2,000 characters, checked first'],
  ['lib/shop-address.ts', '^(?:www', 'a host name, 253 characters'],
  ['apps/storefront/build-facts.ts', '-[\\w-]{8}', 'a build: the name of a file'],
  ['apps/sandbox-bank/home-page.ts', '(\\d{4})', 'a test card of the bank, 19 digits'],
  ['tools/keys/data-keys.ts', '\\d{1,9}$', 'the name of a key, by a setting'],
  ['contexts/catalog/present.ts', '^www', 'a host name, 253 characters'],
  ['contexts/partners/profile/profile-rules.ts', '^www', 'a host name, 253 characters'],
  ['lib/field-rules.ts', '^\\.|', '254 characters, checked by isOneAddress'],
  ['contexts/catalog/rule-pack/theme-rules.ts', '\\s+(?!', 'one value of a style, 200 characters, checked first'],
  ['contexts/catalog/rule-pack/code-rules.ts', '<script\\b', 'its counts: each start reads 400 characters of a package, in a job'],
  ['contexts/catalog/rule-pack/code-rules.ts', '(?<![[', 'its count: each run is read once'],
  ['contexts/catalog/rule-pack/harm-rules.ts', '', 'its counts: each start reads 500 characters of a package, in a job'],
  ['contexts/catalog/rule-pack/secrets.ts', '(?<![\\w-])eyJ', 'its counts: each start, which is one of a word, reads 5,400 characters of a package, in a job'],
  ['contexts/catalog/rule-pack/text-rules.ts', '<\\/?[a-z!]', 'its counts: each start reads 300 characters of a listing\'s text'],
  ['server/page-cache/inline-hashes.ts', '<(script|style)', 'a page that we rendered: each of these elements is closed'],
  ['connectors/wordpress/arasta-connector/site/pages.php', '<body', 'a page that the site\'s own theme rendered; PCRE ends after pcre.backtrack_limit steps'],
  ['connectors/wordpress/arasta-connector/protocol/files.php', 'url\\(', 'its counts: each start reads 350 characters of one style sheet'],
]

/** Built while the program runs, of what is no expression of somebody else: file → of what. */
const BUILT: Readonly<Record<string, string>> = {
  'apps/demo-shop/panel/routes.ts': 'names of the demo\'s own shops', 'apps/loader/loader.ts': 'the owner\'s own page rule, escaped, in the visitors\' browsers',
  'connectors/wordpress/arasta-connector/protocol/calls.php': 'constants of the plugin', 'connectors/wordpress/arasta-connector/protocol/files.php': 'constants of the plugin',
  'connectors/wordpress/arasta-connector/protocol/forms.php': 'constants of the plugin', 'connectors/wordpress/arasta-connector/site/storage.php': 'constants of the plugin',
  'contexts/accounts/ui/connect-form.ts': 'our own numbers', 'contexts/catalog/rule-pack/code-rules.ts': 'constants with counts, and a variable\'s name of [\\w$], with $ escaped', 'contexts/catalog/rule-pack/placeholder-text.ts': 'our own sentences',
  'contexts/catalog/rule-pack/secrets.ts': 'our own prefixes', 'contexts/people/known-browser.ts': 'our own cookie', 'lib/access-token.ts': 'our own prefix and numbers', 'lib/market-name.ts': 'another expression\'s source',
  'lib/postal-code.ts': 'a country of the ISO table', 'server/api.ts': 'paths of our own operations', 'server/body-limits.ts': 'paths of our own operations', 'server/console/api.ts': 'paths of our own operations',
  'tools/demo-catalogue/theme-files.ts': 'names of Bootstrap\'s variables',
}

/** Who reads markup by an expression, and whose: foreign markup is for lib/foreign alone. Whole names and single tags are looked for, nothing is taken out of them. */
const MARKUP: Readonly<Record<string, string>> = {
  'apps/storefront/safe-markup.tsx': 'descriptions of items, 4,000 characters, of which six plain tags are kept', 'apps/storefront/scripts-last.ts': 'our own pages', 'server/page-cache/inline-hashes.ts': 'our own pages',
  'connectors/wordpress/arasta-connector/site/pages.php': 'the site\'s own page', 'contexts/catalog/packages/placeholders.ts': 'parts of items, 20,000 characters',
  'contexts/catalog/rule-pack/code-rules.ts': 'scripts that write markup', 'contexts/catalog/rule-pack/harm-rules.ts': 'scripts that write markup', 'contexts/catalog/rule-pack/text-rules.ts': 'whether there is any',
  'contexts/catalog/rule-pack/placeholder-text.ts': 'words in angle brackets', 'contexts/catalog/s3-blobs.ts': 'the code of a fault of our own bucket', 'contexts/installs/order-steps.ts': 'whether there is any', 'contexts/partners/pictures/picture-file.ts': 'whether there is any',
  'server/icons.ts': 'whether there is any', 'tools/arasta/dev/reload-proxy.ts': 'where the developer\'s own shop ends its page', 'tools/connector-kit/checks/pages.ts': 'whether there is any', 'tools/icons.ts': 'our own icons',
}
const IS_MARKUP = /<(?:\\?\/|[!([?):|^]|\\s[*?+]?)*[a-z]/i

const found = servedFiles(ROOT).map(path => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return path.endsWith('.php') ? phpExpressionsOf(path, text) : expressionsOf(path, text)
})
const fixed = found.flatMap(one => one.fixed)
const built = found.flatMap(one => one.built)
/** More of them are in each other's way. */
const AT_ONCE = 2

const fileOf = ({ at }: Pick<Expression, 'at'>) => at.slice(0, at.lastIndexOf(':'))
const boundOf = (one: Expression) => BOUNDED.find(([file, begins]) => file === fileOf(one) && one.source.startsWith(begins))

/** The given ones that may take longer than in proportion to their input, each with why. */
async function slowOf(expressions: readonly Expression[]): Promise<string[]> {
  const asked = new Map<string, { source: string; flags: string; at: Expression[] }>()
  const slow: string[] = []
  for (const one of expressions) {
    const { sources, readsOn, refersBack } = simplerExpression(one.source)
    if (readsOn || refersBack) slow.push(`${one.at} /${one.source}/: ${readsOn ? 'an assertion reads on without a bound' : 'it refers back'}`)
    else for (const source of sources) {
      const key = `${one.flags} ${source}`
      asked.set(key, { source, flags: one.flags, at: [...asked.get(key)?.at ?? [], one] })
    }
  }
  // Without repetition each start costs the same.
  const left = [...asked.values()].filter(({ source }) => /[*+]|\{\d+,\}/.test(source.replaceAll(/\\[^]/g, 'e').replaceAll(/\[[^\]]*\]/g, 'c')))
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const result = await check(one.source, one.flags, { checker: 'automaton', timeout: 150_000, recallTimeout: -1 })
      if (result.status !== 'safe') slow.push(...one.at.map(({ at, source }) => `${at} /${source}/: ${result.status === 'vulnerable' ? result.complexity.summary : 'not known'}`))
    }
  }))
  return slow.sort()
}

test('the check knows an expression that is slow, in each way in which one can be written', async () => {
  const code = `const a = /<meta[^>]+name/i; const b = new RegExp('(x+x+)+y'); const c = RegExp(String.raw\`\\s+$\`, 'g'); const d = new RegExp(['(a', 'a)*b'].join('|'))
    const e = /(?=(a+)+b)c/; const f = /(.)\\1+/; const g = new RegExp(name); const fine = [/^[a-z]+$/, /"[^"]*"/, /\\d{1,400}/]`
  const { fixed: literal, built: open } = expressionsOf('planted.ts', code)
  expect(open.map(one => one.given)).toEqual(['new RegExp(name)'])
  expect((await slowOf(literal)).map(one => one.split('/: ')[0]?.split(' /')[1]).toSorted()).toEqual(['(a|a)*b', '(x+x+)+y', '\\s+$', '(.)\\1+', '(?=(a+)+b)c', '<meta[^>]+name'].toSorted())
  const php = phpExpressionsOf('planted.php', "preg_match( '/<a[^>]+b/', $x ); preg_replace( '#(a|a)*b#i', '', $x ); preg_match( $pattern, $x ); preg_match( '/^\\d+$/D', $x );")
  expect([(await slowOf(php.fixed)).length, php.built.length]).toEqual([2, 1])
}, 240_000)

test('every expression takes as long as its input is, or its input is bounded (SRV-5)', async () => {
  expect(await slowOf(fixed.filter(one => !boundOf(one)))).toEqual([])
}, 240_000)

test('what is built while the program runs is built of our own text', () => {
  expect([...new Set(built.map(one => one.file))].sort()).toEqual(Object.keys(BUILT).sort())
})

test('markup of other people is read by parsers: who looks for a tag by an expression is known (SRV-5)', () => {
  const readers = new Set(fixed.filter(({ source }) => IS_MARKUP.test(source.replaceAll(/\(\?<\w+>|\(\?<[=!]|\\k<\w+>/g, '('))).map(fileOf))
  expect([...readers].filter(file => !Object.hasOwn(MARKUP, file)).sort()).toEqual([])
})

test('the lists name only what is there', () => {
  expect(BOUNDED.filter(row => !fixed.some(one => boundOf(one) === row)).map(([file, begins]) => `${file} ${begins}`)).toEqual([])
  const files = new Set(fixed.map(fileOf))
  expect(Object.keys(MARKUP).filter(file => !files.has(file))).toEqual([])
})
