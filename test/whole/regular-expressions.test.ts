import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expressionsOf, phpExpressionsOf } from '../support/regular-expressions.ts'
import { BOUNDED, boundOf, fileOf, readExpressions, slowOf } from '../support/slow-expressions.ts'

/**
 * No regular expression takes longer than in proportion to its input (SRV-5). Each one that
 * another party's bytes may reach is analyzed by recheck's automata: literals, and those built of
 * constant text, in TypeScript, JavaScript and PHP. What is not linear is rewritten or replaced by
 * a parser (lib/foreign); the few that are listed read what is short or our own.
 */
const ROOT = join(import.meta.dirname, '../..')

/** Built while the program runs, of what is no expression of somebody else: file → of what. */
const BUILT: Readonly<Record<string, string>> = {
  'demo/shop/panel/routes.ts': "names of the demo's own shops",
  'apps/loader/loader.ts': "the owner's own page rule, escaped, in the visitors' browsers",
  'connectors/wordpress/arasta-connector/protocol/calls.php': 'constants of the plugin',
  'connectors/wordpress/arasta-connector/protocol/files.php': 'constants of the plugin',
  'connectors/wordpress/arasta-connector/protocol/forms.php': 'constants of the plugin',
  'connectors/wordpress/arasta-connector/site/storage.php': 'constants of the plugin',
  'modules/stores/sessions/ui/connect-form.ts': 'our own numbers',
  'modules/catalog/rule-pack/code-rules.ts':
    "constants with counts, and a variable's name of [\\w$], with $ escaped",
  'modules/catalog/rule-pack/text-rules.ts': 'our own sentences',
  'modules/catalog/rule-pack/sources.ts': 'our own prefixes',
  'modules/identity/sign-in.ts': 'our own cookie',
  'lib/access-token.ts': 'our own prefix and numbers',
  'lib/market-name.ts': "another expression's source",
  'lib/postal-code.ts': 'a country of the ISO table',
  'server/http-transport.ts': 'paths of our own operations',
  'server/request-body.ts': 'paths of our own operations',
  'demo/catalog/theme-files.ts': "names of Bootstrap's variables",
}

/**
 * Who reads markup by an expression, and whose: foreign markup is for lib/foreign alone. Whole
 * names and single tags are looked for, nothing is taken out of them.
 */
const MARKUP: Readonly<Record<string, string>> = {
  'apps/storefront/safe-markup.tsx':
    'descriptions of items, 4,000 characters, of which six plain tags are kept',
  'server/page-cache/page.ts': 'our own pages',
  'connectors/wordpress/arasta-connector/site/pages.php': "the site's own page",
  'modules/catalog/packages/placeholders.ts': 'parts of items, 20,000 characters',
  'modules/catalog/rule-pack/code-rules.ts': 'scripts that write markup',
  'modules/catalog/rule-pack/security-rules.ts': 'scripts that write markup',
  'modules/catalog/rule-pack/text-rules.ts': 'words in angle brackets',
  'modules/catalog/package-blobs.ts': 'the code of a fault of our own bucket',
  'modules/installs/order-steps.ts': 'whether there is any',
  'modules/catalog/pictures/encode-picture.ts': 'whether there is any',
  'server/icons.ts': 'whether there is any',
  'tools/arasta/dev/reload-proxy.ts': "where the developer's own shop ends its page",
  'modules/stores/platforms/kit/checks/pages.ts': 'whether there is any',
  'tools/icons.ts': 'our own icons',
}
const IS_MARKUP = /<(?:\\?\/|[!([?):|^]|\\s[*?+]?)*[a-z]/i

const { fixed, built } = readExpressions(ROOT)

test('the check finds a slow expression in each way to write one', async () => {
  const code = `const a = /<meta[^>]+name/i; const b = new RegExp('(x+x+)+y'); const c = RegExp(String.raw\`\\s+$\`, 'g'); const d = new RegExp(['(a', 'a)*b'].join('|'))
    const e = /(?=(a+)+b)c/; const f = /(.)\\1+/; const g = new RegExp(name); const fine = [/^[a-z]+$/, /"[^"]*"/, /\\d{1,400}/]`
  const { fixed: literal, built: open } = expressionsOf('planted.ts', code)
  expect(open.map((one) => one.given)).toEqual(['new RegExp(name)'])
  expect(
    (await slowOf(literal)).map((one) => one.split('/: ')[0]?.split(' /')[1]).toSorted(),
  ).toEqual(['(a|a)*b', '(x+x+)+y', '\\s+$', '(.)\\1+', '(?=(a+)+b)c', '<meta[^>]+name'].toSorted())
  const php = phpExpressionsOf(
    'planted.php',
    "preg_match( '/<a[^>]+b/', $x ); preg_replace( '#(a|a)*b#i', '', $x ); preg_match( $pattern, $x ); preg_match( '/^\\d+$/D', $x );",
  )
  expect([(await slowOf(php.fixed)).length, php.built.length]).toEqual([2, 1])
}, 240_000)

test('every expression is linear in its input, or its input is bounded (SRV-5)', async () => {
  expect(await slowOf(fixed.filter((one) => !boundOf(one)))).toEqual([])
}, 240_000)

test('expressions built at run time are built of our own text', () => {
  expect([...new Set(built.map((one) => one.file))].sort()).toEqual(Object.keys(BUILT).sort())
})

test('foreign markup is read by parsers: expressions that look for a tag are listed (SRV-5)', () => {
  const readers = new Set(
    fixed
      .filter(({ source }) =>
        IS_MARKUP.test(source.replaceAll(/\(\?<\w+>|\(\?<[=!]|\\k<\w+>/g, '(')),
      )
      .map(fileOf),
  )
  expect([...readers].filter((file) => !Object.hasOwn(MARKUP, file)).sort()).toEqual([])
})

test('the lists have no stale entries', () => {
  expect(
    BOUNDED.filter((row) => !fixed.some((one) => boundOf(one) === row)).map(
      ([file, begins]) => `${file} ${begins}`,
    ),
  ).toEqual([])
  const files = new Set(fixed.map(fileOf))
  expect(Object.keys(MARKUP).filter((file) => !files.has(file))).toEqual([])
})
