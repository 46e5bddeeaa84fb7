import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

/**
 * Two clients call the outside: `trustedHttp` reaches what settings name, `http` what somebody else
 * named (lib/http.ts, docs/operating.md). Types keep one from being taken for the other; these
 * rules keep the trusted one, and ways past both, out of code that handles addresses of visitors,
 * shops and partners (D7, SRV-2).
 */
const ROOT = join(import.meta.dirname, '../..')
const PRODUCT = ['apps', 'modules', 'kernel', 'db', 'lib', 'server', 'ui']
/** What runs in a browser reaches its own origin. */
const OTHERS =
  /^apps\/loader\/|^apps\/(storefront|console)\/(?!.*\.server\.)|^apps\/preview\/files\/|^ui\//

/**
 * Who may call a platform's connector, the gateway, the icon server: whose address stands in
 * settings.
 */
const TRUSTED_USERS = ['modules/stores/platforms/public.ts', 'server/site-app.ts']
/** Who may make such a client, and for what. */
const TRUSTED_MAKERS: Readonly<Record<string, string>> = {
  'server/services.ts': 'gateways, CONNECTOR_URL, ICON_UPSTREAM, BLOBS_ENDPOINT',
  'server/console/context.ts': 'OPENID_ISSUER',
  'server/main.ts': 'our own card page',
}

interface Source {
  path: string
  text: string
}
const sources: Source[] = PRODUCT.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }),
)
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.tsx?$/.test(entry.name) &&
      !/\.(test|suite|support)(-[a-z]+)?\.tsx?$/.test(entry.name) &&
      !/node_modules|\.react-router|testing/.test(entry.parentPath),
  )
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .filter((path) => !OTHERS.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

interface Uses {
  names: Set<string>
  globals: Set<string>
  modules: Set<string>
}
const read = new Map<string, Uses>()

/**
 * Names that are read of something, taken out of something, imported or called, and modules that
 * are loaded; what stands in a type only is neither.
 */
function usesOf(text: string): Uses {
  const known = read.get(text)
  if (known) return known
  const uses: Uses = { names: new Set(), globals: new Set(), modules: new Set() }
  const nameOf = (node: { type: string; name?: unknown; value?: unknown }) =>
    String(node.type === 'Literal' ? node.value : node.name)
  new Visitor({
    MemberExpression: (node) => {
      uses.names.add(nameOf(node.property))
      if (node.object.type === 'Identifier' && node.object.name === 'globalThis')
        uses.globals.add(nameOf(node.property))
    },
    ObjectPattern: (node) =>
      node.properties.forEach((one) => {
        if (one.type === 'Property') uses.names.add(nameOf(one.key))
      }),
    ImportSpecifier: (node) => void uses.names.add(nameOf(node.imported)),
    CallExpression: (node) => {
      uses.names.add(nameOf(node.callee as { type: string }))
      uses.globals.add(nameOf(node.callee as { type: string }))
    },
    NewExpression: (node) => void uses.globals.add(nameOf(node.callee as { type: string })),
    ImportDeclaration: (node) => {
      if (node.importKind !== 'type') uses.modules.add(node.source.value)
    },
    ImportExpression: (node) => void uses.modules.add(nameOf(node.source)),
  }).visit(parseSync('source.tsx', text).program)
  read.set(text, uses)
  return uses
}
const using = (
  kind: keyof Uses,
  wanted: readonly string[],
  among: readonly Source[] = sources,
): string[] =>
  among
    .filter(
      ({ text }) =>
        wanted.some((name) => text.includes(name)) &&
        wanted.some((name) => usesOf(text)[kind].has(name)),
    )
    .map(({ path }) => path)
    .sort()
const usersOf = (names: readonly string[], among?: readonly Source[]) =>
  using('names', names, among)

const planted = (text: string): Source[] => [{ path: 'modules/planted.ts', text }]

test('the rule finds each use of a name, and no mention of it', () => {
  for (const text of [
    'services.trustedHttp.request(url)',
    "services['trustedHttp']",
    'const { trustedHttp: http } = services',
    'function look({ trustedHttp }: Services) {}',
    "import { trustedHttp } from 'x'",
    'const f = async ({ db, trustedHttp }) => db',
  ]) {
    expect(usersOf(['trustedHttp'], planted(text)), text).toEqual(['modules/planted.ts'])
  }
  for (const text of [
    "type Needs = Pick<Services, 'trustedHttp'>",
    '// trustedHttp',
    'interface A { trustedHttp: string }',
  ])
    expect(usersOf(['trustedHttp'], planted(text)), text).toEqual([])
})

test('only code whose addresses come from settings uses the client for private networks', () => {
  expect(usersOf(['trustedHttp'])).toEqual(TRUSTED_USERS)
  expect(usersOf(['createHttp'])).toEqual(Object.keys(TRUSTED_MAKERS).sort())
})

test("the client for foreign addresses is created once, with the demo's shops on this machine", () => {
  expect(usersOf(['createForeignHttp'])).toEqual(['server/services.ts'])
})

const NETWORK = [
  'undici',
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'dgram',
  'dns',
  'dns/promises',
].flatMap((name) => [name, `node:${name}`])
/** Who else opens or reads connections, and which. */
const NETWORK_USERS: Readonly<Record<string, string>> = {
  'lib/http.ts': 'the clients',
  'lib/foreign/foreign-http.ts': 'the clients',
  'lib/clamd.ts': 'speaks to CLAMAV_ADDRESS',
  'lib/dns.ts': 'asks name servers for TXT records',
  'lib/bounded-server.ts': 'listens',
}

test('there are no other HTTP clients', () => {
  expect(using('modules', NETWORK)).toEqual(Object.keys(NETWORK_USERS).sort())
  expect(using('globals', ['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest'])).toEqual([])
})

test('neither client is passed as the other', () => {
  expect(
    sources
      .filter(
        ({ path, text }) =>
          !/^lib\/(http|foreign\/foreign-http)\.ts$/.test(path) &&
          /\bas (unknown as )?(ForeignHttp|TrustedHttp)\b|reach: '(trusted|foreign)'/.test(text),
      )
      .map(({ path }) => path),
  ).toEqual([])
})
