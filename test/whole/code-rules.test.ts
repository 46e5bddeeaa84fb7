import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RESERVED_SLUGS } from '#lib/market.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Source {
  path: string
  text: string
}

const isTest = (path: string) =>
  /\.(test|suite|support)(-[a-z]+)?\.tsx?$/.test(path) || path.includes('/testing/')

const sources: Source[] = [
  'apps',
  'demo',
  'modules',
  'kernel',
  'db',
  'lib',
  'server',
  'ui',
  'tools',
  'proofs',
  'bench',
  'connectors',
  'test',
]
  .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.(ts|tsx|mjs)$/.test(entry.name) &&
      !/node_modules|\.react-router/.test(entry.parentPath),
  )
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }))

const found = (where: RegExp, what: RegExp, but: RegExp): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        where.test(path) &&
        !isTest(path) &&
        !but.test(path) &&
        what.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')),
    )
    .map(({ path }) => path)

describe('code rules (ARCHITECTURE.md)', () => {
  test('calendar days of calls are bounded (`day` of lib/wire.ts)', () => {
    expect(found(/contract\.ts$/, /z\.iso\.date\(/, /^lib\/wire\.ts$/)).toEqual([])
  })

  test('only configuration files read the environment', () => {
    expect(
      found(/^(modules|kernel|lib|server|ui|db)\//, /process\.env/, /^server\/config\.ts$/),
    ).toEqual([])
    expect(
      found(
        /^(apps|demo\/(shop|sandbox-bank|vat-service))\//,
        /process\.env/,
        /(\/config\.ts|\/main\.ts|\.config\.ts)$/,
      ),
    ).toEqual([])
  })

  test('only lib/clock.ts reads the time', () => {
    expect(
      found(/^(modules|kernel|lib|server|db)\//, /new Date\(\)|Date\.now\(\)/, /^lib\/clock\.ts$/),
    ).toEqual([])
  })

  test('only lib/http.ts sends requests', () => {
    expect(
      found(
        /^(modules|kernel|server|db|apps\/installer|demo\/(shop|sandbox-bank|vat-service))\//,
        /(?<![.\w])fetch\(|^import (?!type )[^']*from '(node:https?|undici)'/m,
        /^demo\/[a-z-]+\/(bank|demo-shop|vat-service|panel\/.*)\.ts$/,
      ),
    ).toEqual([])
  })

  test('only lib/bounded-server.ts opens an HTTP server, so that every route of every role has its limits (SRV-6)', () => {
    expect(
      found(
        /^(apps|demo\/(shop|sandbox-bank|vat-service)|modules|kernel|db|lib|server)\//,
        /\bcreate(Adaptor)?Server\(|\bserve\(\{|bodyLimit\(/,
        /^lib\/bounded-server\.ts$|^apps\/loader\//,
      ),
    ).toEqual([])
  })

  test("only lib/client-address.ts reads a caller's address from proxy headers (ABU-1)", () => {
    expect(
      found(
        /^(apps|demo\/(shop|sandbox-bank|vat-service)|modules|kernel|db|lib|server)\//,
        /x-forwarded|x-real-ip|getConnInfo|remoteAddress|cf-connecting-ip|['"]forwarded['"]/i,
        /^lib\/client-address\.ts$|^server\/config\.ts$/,
      ),
    ).toEqual([])
  })

  test('no SQL is concatenated: values are bound (SRV-1)', () => {
    expect(found(/^(modules|kernel|server)\//, /sql\.raw\(|\.query\(`/, /^$/)).toEqual([])
  })

  test('no file is called utils, helpers, common, manager, service or misc', () => {
    expect(
      sources
        .map((source) => source.path)
        .filter(
          (path) =>
            /(^|\/)(utils?|helpers?|common|managers?|misc)(\.tsx?$|\/)/.test(path) &&
            !path.startsWith('locales/'),
        ),
    ).toEqual([])
  })

  test('classes use existing breakpoints only (ui/tokens.css): md, lg, xl', () => {
    expect(found(/^(apps|modules|kernel|ui)\/.*\.tsx$/, /['"`\s](sm|2xl):[a-z[]/, /^$/)).toEqual([])
  })

  test('reserved words are the same in the database and in the code (D3)', () => {
    // the last file that defines the constraint is in force
    const lists = readdirSync(join(ROOT, 'db/migrations'))
      .sort()
      .map((name) => readFileSync(join(ROOT, 'db/migrations', name), 'utf8'))
      .flatMap(
        (migration) =>
          /items_slug_check check [^;]*slug not in \(([^)]*)\)/.exec(migration)?.[1] ?? [],
      )
    expect([...lists.at(-1)!.matchAll(/'([^']+)'/g)].map(([, word]) => word)).toEqual(
      RESERVED_SLUGS,
    )
  })

  test('every source file that a comment or a document names exists', () => {
    const names = new Set(sources.map(({ path }) => basename(path)))
    const documents = ['docs', 'modules', 'apps', 'demo', 'tools', 'connectors']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }),
      )
      .filter((entry) => entry.name.endsWith('.md') && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .concat(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map((name) => join(ROOT, name)))
      .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
    const comments = sources.map(({ path, text }) => ({
      path,
      text: (text.match(/^\s*(\/\/|\*|\/\*).*$/gm) ?? []).join('\n'),
    }))
    const missing = [...documents, ...comments].flatMap(({ path, text }) =>
      [...text.matchAll(/`(?:[\w./-]+\/)?([\w.-]+\.tsx?)`/g)]
        .filter(([, name]) => !names.has(name ?? ''))
        .map(([named]) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  test('a file that is run does so in its last statement, when all of it is defined', () => {
    expect(
      sources
        .filter(({ text }) => /^if \(import\.meta\.main\)/m.test(text))
        .filter(({ text }) =>
          /\n(?![\s}])/.test(text.replace(/^[^]*\nif \(import\.meta\.main\)/, '').trimEnd()),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('no input takes a positive number that rounds to 0 hundredths (lib/field-schema.ts)', () => {
    expect(found(/^(modules|kernel)\//, /number\(\)\s*\.positive\(\)/, /\/gateways\//)).toEqual([])
  })

  test('amounts are divided by the units of their currency only (lib/money.ts)', () => {
    expect(
      found(
        /^(modules|kernel|server|apps|ui|lib|demo|tools)\//,
        /(Minor|_minor|[pP]rice|[aA]mount|total|paid)\b[^\n;,]{0,30}(\/|\*) ?100\b|toFixed\(2\).*([mM]inor|amount)/,
        /\/(doubles|convert-[\w-]+)\/|^lib\/money|iyzico-wire|stripe-units|orders\/coupons|demo\/shop\//,
      ),
    ).toEqual([])
  })

  test('every S and D id in code or tests is explained in docs/requirements.md', () => {
    const known = new Set(
      [
        ...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(
          /\*\*([SD]\d+(?:\.\d+)?)\*\*/g,
        ),
      ].map(([, id]) => id),
    )
    const named = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/\b([SD]\d{1,2}\.\d{1,2}|D\d{1,2})\b/g)].map(([, id]) => id as string),
      ),
    )
    expect([...named].filter((id) => !known.has(id) && !/^S\d+\.\d+\.\d/.test(id)).sort()).toEqual(
      [],
    )
  })
})

test('no await inside the array given to Promise.all: earlier promises could reject unhandled (I13)', () => {
  const bad = sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/Promise\.all\(\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\)/g)]
        .filter(([, list]) =>
          /(^|[\s(,])await\s/.test((list as string).replaceAll(/=>\s*\{[^}]*\}|=> [^,\n]*/g, '')),
        )
        .map(() => path),
    )
  expect(bad).toEqual([])
})

test('no journey leaves a page right after it pressed a button: the browser may drop what was sent', () => {
  const LEAVES = /^\s*await [\w.]+\.(reload|goto)\(/
  const bad = sources
    .filter(({ path }) => path.startsWith('test/journeys/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').filter((line) => !/^\s*\/\//.test(line))
      return lines.flatMap((line, n) =>
        /getByRole\('button'.*\.click\(\)$/.test(line) && LEAVES.test(lines[n + 1] ?? '')
          ? [`${path}: ${line.trim()}`]
          : [],
      )
    })
  expect(bad).toEqual([])
})

test('an installation is read again only for the answer to a change: pages show one moment of it', () => {
  const again = sources
    .filter(({ path }) => path.startsWith('modules/installs/') && !isTest(path))
    .flatMap(({ path, text }) =>
      (text.match(/.*\bpresentInstallation\(.*/g) ?? [])
        .filter((line) => !/function presentInst|\{ data: await presentInst/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(again).toEqual([])
})

test("journeys and proofs type the market's day: from 21:00 UTC on, Istanbul's is another one", () => {
  // Days of exchange rates are UTC's.
  const RATES = ['proofs/screens/console-views.ts', 'test/journeys/german-market.test.ts']
  const utc = sources
    .filter(({ path }) => /^(test\/journeys|proofs\/screens)\//.test(path))
    .filter(({ text }) => text.includes('.toISOString().slice(0, 10)'))
    .map(({ path }) => path)
  expect(utc.toSorted()).toEqual(RATES)
})
