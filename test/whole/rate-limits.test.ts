import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/**
 * Every rate limit of the product, by the first words of its key: who can use it up, and what
 * happens then.
 *
 * - `requester`: only whoever asks, or whoever shares their network address, uses it up. It may
 *   refuse.
 * - `target`: unauthenticated callers can use it up by naming another party's shop, mailbox or
 *   account. It must never refuse, only slow something down.
 * - `capacity`: what the market as a whole can bear; nobody's identity stands in it.
 */
const KEPT_BY: Record<string, 'requester' | 'target' | 'capacity'> = {
  'answers of': 'requester',
  'answers to': 'requester',
  'app-calls': 'requester',
  'app-claims': 'requester',
  'app-keys': 'requester',
  'app-purchases': 'requester',
  'app-usage': 'requester',
  'application codes ip': 'requester',
  'application codes of': 'requester',
  'application looks ip': 'requester',
  'application looks of': 'requester',
  'application mails of ip': 'requester',
  'application mails to': 'target',
  'applications ip': 'requester',
  'applications of a day': 'capacity',
  'approvals of': 'requester',
  attempt: 'requester',
  'card setup': 'requester',
  'codes for': 'target',
  'codes for day': 'target',
  'codes of browser': 'requester',
  'codes of browser day': 'requester',
  'connect guess ip': 'requester',
  'connect ip': 'requester',
  'connected-calls': 'requester',
  connects: 'requester',
  'console code': 'requester',
  'console code ip': 'requester',
  'console invitations': 'requester',
  'console invitations by operators': 'capacity',
  'console link ip': 'requester',
  'console mail': 'requester',
  'console password': 'requester',
  'console recovery': 'target',
  'console recovery ip': 'requester',
  'console sign-in': 'target',
  'console sign-in browser': 'requester',
  'console sign-in ip': 'requester',
  'console tokens': 'requester',
  'contact again': 'requester',
  'contact ip': 'requester',
  'contact mails': 'capacity',
  'contact sender': 'target',
  'contact store': 'requester',
  'coupon ip': 'requester',
  'coupon store': 'requester',
  'coupons of': 'requester',
  'stores of items': 'requester',
  'developer code': 'requester',
  'developer store': 'requester',
  'drafts of': 'requester',
  'feeds of': 'requester',
  'figures added up for readers': 'capacity',
  'key sets of platforms': 'capacity',
  'key-renewals': 'requester',
  'mail proofs of': 'requester',
  'mail proofs to': 'target',
  'new items': 'requester',
  'offers of': 'requester',
  'newsletter address': 'target',
  'newsletter ip': 'requester',
  'newsletter token ip': 'requester',
  'oauth-tokens': 'requester',
  'partner mail ip': 'requester',
  'pay card': 'requester',
  'pay ip': 'requester',
  'pictures of': 'requester',
  'pictures of platforms': 'capacity',
  'pictures of the market': 'capacity',
  'preview ip': 'requester',
  'preview link': 'requester',
  'preview links of': 'requester',
  'preview platform': 'capacity',
  'preview store': 'requester',
  'vat store': 'requester',
  'profile of': 'requester',
  'proofs of': 'requester',
  'questions of': 'target',
  'quote store': 'requester',
  'release states': 'requester',
  'report ip': 'requester',
  'review pictures': 'requester',
  'review store': 'requester',
  'shop look of': 'requester',
  'shop looks': 'capacity',
  'review votes': 'requester',
  'site look': 'requester',
  'site look ip': 'requester',
  'site looks': 'target',
  'statement appeals': 'requester',
  'store health probes': 'capacity',
  'subscription card': 'requester',
  submissions: 'requester',
  'submissions day': 'requester',
  'submissions looked through again': 'capacity',
  'submissions tried again': 'capacity',
  'visits of': 'requester',
  'visits to': 'target',
  'webhook replays of': 'requester',
  'webhook tests of': 'requester',
  'webhooks of': 'requester',
  'wordpress answer ip': 'requester',
}

/**
 * What a requester is known by: its network address, who is signed in, a secret that it has
 * brought, or the path that its policy has let it into.
 */
const REQUESTER =
  /^(ip|ctx\.ip|browser|card|stepOf\(ctx\)|question\.id|live\.id|installed\.id|row\.installation_id|app\.installationId|personIn\(ctx\)\?\.id|storeId|(store|own|site|saved)\.(storeId|store_id)|ctx\.actor\.storeId|ctx\.actor\.kind === 'store' \? ctx\.actor\.storeId : ''|params\.(partner|message|token))$/
/**
 * These two take the turn in a statement of their own and look at the answer; neither refuses
 * because of it.
 */
const SLOWS_BY_HAND = ['modules/publishing/partners/inbox.ts']

interface Node {
  type: string
  start: number
  end: number
  [name: string]: unknown
}
interface Found {
  where: string
  name: string
  parts: string[]
  call: string | null
}

const ROOT = join(import.meta.dirname, '../..')
const files = ['modules', 'kernel', 'server', 'apps', 'demo']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.tsx?$/.test(entry.name) &&
      !/\.(test|suite|support)\./.test(entry.name) &&
      !/node_modules|\.react-router/.test(entry.parentPath),
  )
  .map((entry) => join(entry.parentPath, entry.name))

const nameOf = (node: unknown): string | undefined =>
  (node as { name?: string; value?: string } | undefined)?.name ??
  (node as { value?: string } | undefined)?.value

/** The first text of a key without what follows its name, and the expressions in it. */
function readKey(key: Node, text: string): { name: string; parts: string[] } | null {
  if (key.type === 'Literal' && typeof key.value === 'string') return { name: key.value, parts: [] }
  if (key.type !== 'TemplateLiteral') return null
  const quasis = key.quasis as { value: { cooked: string } }[]
  return {
    name: (quasis[0]?.value.cooked ?? '').replace(/[ :]+$/, ''),
    parts: (key.expressions as Node[]).map((one) => text.slice(one.start, one.end)),
  }
}

/** `{ key, most, seconds }` or `{ key, ...LIMITS.x }`, wherever it stands. */
function readLimit(node: Node, text: string): { name: string; parts: string[] } | null {
  if (node.type !== 'ObjectExpression') return null
  const properties = node.properties as Node[]
  const names = properties.map((one) => nameOf(one.key))
  const numbers =
    names.includes('most') ||
    properties.some(
      (one) =>
        one.type === 'SpreadElement' &&
        /^(attempts|[A-Z_]+(\.\w+)*)$/.test(
          text.slice((one.argument as Node).start, (one.argument as Node).end),
        ),
    )
  const key = properties.find((one) => nameOf(one.key) === 'key')?.value as Node | undefined
  return key && numbers && properties.length <= 3 ? readKey(key, text) : null
}

function limitsOf(path: string): Found[] {
  const text = readFileSync(path, 'utf8')
  const found: Found[] = []
  const visit = (node: unknown, call: string | null): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach((one) => visit(one, call))
    const one = node as Node
    const inside = one.type === 'CallExpression' ? (nameOf(one.callee) ?? call) : call
    const limit = readLimit(one, text)
    if (limit) found.push({ where: relative(ROOT, path), ...limit, call: inside })
    for (const [name, child] of Object.entries(one)) if (name !== 'parent') visit(child, inside)
  }
  visit(parseSync(path, text).program, null)
  return found
}

const limits = files.filter((path) => readFileSync(path, 'utf8').includes('key:')).flatMap(limitsOf)

test('every rate limit names who can exhaust it (A6)', () => {
  const names = [...new Set(limits.map((one) => one.name))].sort()
  expect(names.filter((name) => KEPT_BY[name] === undefined)).toEqual([])
  expect(Object.keys(KEPT_BY).filter((name) => !names.includes(name))).toEqual([])
})

test('no limit that unauthenticated callers can exhaust refuses others (A6, ABU-1)', () => {
  const refusing = limits.filter(
    (one) =>
      KEPT_BY[one.name] === 'target' &&
      one.call !== 'tryConsumeRateLimits' &&
      !SLOWS_BY_HAND.includes(one.where),
  )
  expect(refusing.map((one) => `${one.where}: ${one.name}`)).toEqual([])
})

test('a limit that refuses is keyed by the requester; global limits identify nobody (A6)', () => {
  const wrong = limits.filter((one) =>
    KEPT_BY[one.name] === 'requester'
      ? !one.parts.some((part) => REQUESTER.test(part))
      : KEPT_BY[one.name] === 'capacity' && one.parts.some((part) => part !== 'ctx.platformId'),
  )
  expect(wrong.map((one) => `${one.where}: ${one.name} ${one.parts.join(' ')}`)).toEqual([])
})
