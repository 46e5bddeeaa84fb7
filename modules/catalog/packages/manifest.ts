import { z } from 'zod'
import {
  APP_EVENTS,
  CONNECT_SCOPES,
  PERMISSIONS,
  PLACEMENTS,
  type PermissionCode,
} from '#lib/market.ts'
import { forEachLocale } from '#lib/locale.ts'
import { CURRENCIES } from '#lib/money.ts'
import { pathProblem } from './limits.ts'
import { listPlaceholders, settingsInUnsafePlaces } from './placeholders.ts'
import { refusePackage } from './problems.ts'
import compare from 'semver/functions/compare.js'
import satisfies from 'semver/functions/satisfies.js'

/**
 * Versions of items and platforms: Semantic Versioning without build metadata, because two releases
 * that differ only there would have the same precedence. Ranges are the subset that manifests need.
 */
export const VERSION_PATTERN =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
/** `*`, or comparators that must all hold: `>=2.1.0 <4.0.0`, `^1.2.0`, `~1.2.0`, `1.2.0`. */
export const RANGE_PATTERN =
  /^(?:\*|(?:(?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})(?: (?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})*)$/

/**
 * Manifests of packages, format 1 (docs/protocols/package-format.md). Safe in the browser. Unknown
 * keys are refused, so that the author notices a misspelled one.
 */
export const MANIFEST_FILES = { app: 'arasta.app.json', theme: 'arasta.theme.json' } as const

export type { PermissionCode }

const words = (max: number) => z.string().trim().min(1).max(max)
/** A text in the product's languages; English is required and replaces missing ones. */
const texts = (max: number) =>
  z.strictObject({ ...perLocale(words(max).optional()), en: words(max) })
const perLocale = <T>(schema: T) => forEachLocale(() => schema)

const identifier = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
  .max(60)
const settingName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/)
  .max(40)
const version = z.string().regex(VERSION_PATTERN)
const assetPath = z.string().refine((path) => pathProblem(path) === null, 'not a path of a package')
const webAddress = z.url({ protocol: /^https?$/ }).max(500)
/** An app that runs on the shop itself, as plugins do, is opened there. */
const STORE_PLACE = '{{store:url}}'
const appAddress = z.union([
  webAddress,
  z
    .string()
    .regex(/^\{\{store:url\}\}\/[A-Za-z0-9._/-]*$/)
    .max(500),
])

export const addressOn = (address: string, storeUrl: string): string =>
  address.startsWith(STORE_PLACE)
    ? new URL(storeUrl).origin + address.slice(STORE_PLACE.length)
    : address

const described = { title: texts(80), description: texts(300).optional() }
const textInput = z.strictObject({
  type: z.literal('string'),
  ...described,
  enum: z.array(z.string().min(1).max(60)).min(1).max(50).optional(),
  'x-arasta-labels': z.record(z.string(), texts(80)).optional(),
  minLength: z.int().min(0).max(5000).optional(),
  maxLength: z.int().min(1).max(5000).optional(),
  format: z.enum(['color', 'email', 'uri']).optional(),
  'x-arasta': z.enum(['customer_group', 'language']).optional(),
  default: z.string().max(5000).optional(),
})
const integerInput = z.strictObject({
  type: z.literal('integer'),
  ...described,
  minimum: z.int().optional(),
  maximum: z.int().optional(),
  default: z.int().optional(),
})
const booleanInput = z.strictObject({
  type: z.literal('boolean'),
  ...described,
  default: z.boolean().optional(),
})
const inputProperty = z.discriminatedUnion('type', [textInput, integerInput, booleanInput])
export type InputProperty = z.infer<typeof inputProperty>

const inputs = z.strictObject({
  type: z.literal('object'),
  properties: z.record(settingName, inputProperty),
  required: z.array(settingName).default([]),
})
export type Inputs = z.infer<typeof inputs>

const part = z.strictObject({
  id: identifier,
  placement: z.literal(PLACEMENTS),
  title: texts(120),
  summary: texts(300),
  html: z.string().min(1).max(20_000),
})
export type Part = z.infer<typeof part>

/** S3.4: a one-time in-app product. Recurring ones need billing (D9). */
const product = z.strictObject({
  id: identifier,
  name: texts(60),
  description: texts(200).optional(),
  /** Includes tax or not, as on the platform's listings. */
  price: z.strictObject({
    amount_minor: z.int().min(1).max(10_000_000),
    currency: z.enum(CURRENCIES),
  }),
  /** In other currencies, in minor units; stores of all others pay a converted price (D27). */
  prices: z.partialRecord(z.enum(CURRENCIES), z.int().min(1).max(10_000_000)).optional(),
  kind: z.enum(['permanent', 'consumable']),
})
export type AppProduct = z.infer<typeof product>

const compatibility = z.strictObject({
  platforms: z.record(z.string().regex(/^\d{1,4}$/), z.string().regex(RANGE_PATTERN)),
})
const named = { format: z.literal(1), prefix: identifier, version, name: texts(60), compatibility }

const appShape = z.strictObject({
  kind: z.literal('app'),
  ...named,
  permissions: z
    .array(z.strictObject({ code: z.enum(PERMISSIONS), required: z.boolean(), reason: texts(300) }))
    .max(3),
  tracking_codes: z.array(part).max(20).default([]),
  design_blocks: z.array(part).max(20).default([]),
  web_service_user: z
    .strictObject({
      title: texts(120),
      summary: texts(300),
      scopes: z
        .array(z.string().regex(/^[a-z]+(?:\.[a-z]+)+$/))
        .min(1)
        .max(20),
    })
    .optional(),
  inputs: inputs.default({ type: 'object', properties: {}, required: [] }),
  links: z
    .strictObject({
      go_to_app: appAddress.optional(),
      connect: appAddress.optional(),
      webhooks: appAddress.optional(),
    })
    .default({}),
  /** D19: what an external app may ask for, and where the answer may be sent. */
  connect: z
    .strictObject({
      redirect_uris: z.array(appAddress).min(1).max(10),
      scopes: z.array(z.enum(CONNECT_SCOPES)).min(1).max(10),
    })
    .optional(),
  in_app_products: z.array(product).max(50).optional(),
  /** Events that are sent to `links.webhooks`. */
  events: z.array(z.enum(APP_EVENTS)).max(20).default([]),
})

export const appManifest = appShape.superRefine((app, context) => {
  for (const { path, message } of appProblems(app))
    context.addIssue({ code: 'custom', path, message })
})
export type AppManifest = z.infer<typeof appManifest>

export const themeManifest = z.strictObject({
  kind: z.literal('theme'),
  ...named,
  stylesheet: assetPath,
  stylesheet_rtl: assetPath,
  settings: z
    .record(settingName, z.union([z.string().max(500), z.number(), z.boolean()]))
    .default({}),
  swatches: z
    .array(z.string().regex(/^#[0-9a-f]{6}$/))
    .min(1)
    .max(6),
  pages: z.array(z.enum(['home', 'list', 'product', 'cart', 'order', 'account'])).min(1),
  os2: z.boolean(),
  title: texts(120),
  summary: texts(300),
})
export type ThemeManifest = z.infer<typeof themeManifest>

export type Manifest = AppManifest | ThemeManifest

interface Problem {
  path: (string | number)[]
  message: string
}

/** Checks across fields: parts match permissions, names are unique, placeholders can be filled. */
function appProblems(app: z.infer<typeof appShape>): Problem[] {
  return [
    ...permissionProblems(app),
    ...partProblems(app),
    ...inputProblems(app.inputs),
    ...productProblems(app),
    ...linkProblems(app),
  ]
}

/** Events need a webhook URL, and connections a start URL. */
const linkProblems = ({ events, links, connect }: z.infer<typeof appShape>): Problem[] => [
  ...(events.length > 0 && !links.webhooks
    ? [{ path: ['links', 'webhooks'], message: 'events need an address to be told at' }]
    : []),
  ...(new Set(events).size < events.length
    ? [{ path: ['events'], message: 'an event stands twice' }]
    : []),
  ...(connect && !links.connect
    ? [{ path: ['links', 'connect'], message: 'an app that connects needs an address to begin at' }]
    : []),
]

/**
 * An app with products must be openable: that is how it learns its store (docs/in-app-purchase.md).
 */
function productProblems({
  in_app_products: products = [],
  links,
}: z.infer<typeof appShape>): Problem[] {
  const ids = products.map((one) => one.id)
  return [
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) === index
        ? []
        : [{ path: ['in_app_products', index, 'id'], message: 'two products have this id' }],
    ),
    ...(products.length > 0 && !links.go_to_app
      ? [
          {
            path: ['links', 'go_to_app'],
            message: 'an app that sells needs an address to be opened at',
          },
        ]
      : []),
  ]
}

function permissionProblems(app: z.infer<typeof appShape>): Problem[] {
  const used: Record<PermissionCode, boolean> = {
    tracking_code: app.tracking_codes.length > 0,
    design_block: app.design_blocks.length > 0,
    web_service_user: app.web_service_user !== undefined,
  }
  const asked = app.permissions.map((permission) => permission.code)
  const missing = PERMISSIONS.filter((code) => used[code] && !asked.includes(code))
  return [
    ...missing.map((code) => ({
      path: ['permissions'],
      message: `a part of the package needs the permission ${code}`,
    })),
    ...asked.flatMap((code, index) => {
      if (asked.indexOf(code) !== index)
        return [{ path: ['permissions', index, 'code'], message: 'asked for twice' }]
      return used[code]
        ? []
        : [
            {
              path: ['permissions', index, 'code'],
              message: 'no part of the package needs this permission',
            },
          ]
    }),
  ]
}

function partProblems(app: z.infer<typeof appShape>): Problem[] {
  const placed = [
    ...app.tracking_codes.map((one, index) => ({ one, path: ['tracking_codes', index] })),
    ...app.design_blocks.map((one, index) => ({ one, path: ['design_blocks', index] })),
  ]
  return placed.flatMap(({ one, path }, index) => {
    const { known, unknown } = listPlaceholders(one.html)
    const missing = known.filter(
      ({ kind, name }) => kind === 'setting' && !Object.hasOwn(app.inputs.properties, name),
    )
    const problems = [
      ...unknown.map((place) => `${place} is filled by nobody`),
      ...missing.map(({ name }) => `{{setting:${name}}} names no input`),
      ...settingsInUnsafePlaces(one.html).map(
        (place) => `${place} may stand only in text and in quoted attributes that are no address`,
      ),
    ]
    const twice = placed.findIndex((other) => other.one.id === one.id) !== index
    return [
      ...problems.map((message) => ({ path: [...path, 'html'], message })),
      ...(twice ? [{ path: [...path, 'id'], message: 'two parts have this id' }] : []),
    ]
  })
}

function inputProblems(given: Inputs): Problem[] {
  const problems: Problem[] = []
  given.required.forEach((name, index) => {
    if (!Object.hasOwn(given.properties, name))
      problems.push({ path: ['inputs', 'required', index], message: 'names no input' })
  })
  for (const [name, property] of Object.entries(given.properties)) {
    const path = ['inputs', 'properties', name]
    if (property.type === 'integer' && property.default !== undefined) {
      const { minimum = -Infinity, maximum = Infinity } = property
      if (property.default < minimum || property.default > maximum) {
        problems.push({ path: [...path, 'default'], message: 'is outside the limits' })
      }
    }
    if (property.type !== 'string') continue
    const choices = property.enum
    const labels = Object.keys(property['x-arasta-labels'] ?? {})
    if (choices && choices.some((choice) => !labels.includes(choice))) {
      problems.push({ path, message: 'every choice needs a label' })
    }
    if (labels.some((label) => !choices?.includes(label)))
      problems.push({ path, message: 'a label belongs to no choice' })
    if (choices && property.default !== undefined && !choices.includes(property.default)) {
      problems.push({ path: [...path, 'default'], message: 'is none of the choices' })
    }
  }
  return problems
}

/** In-app products; none for themes and for older releases. */
export const productsOf = (manifest: Manifest | null | undefined): readonly AppProduct[] =>
  manifest?.kind === 'app' ? (manifest.in_app_products ?? []) : []

/** Files that the manifest names and the package must contain. */
export function assetsOf(manifest: Manifest): string[] {
  if (manifest.kind === 'theme') return [manifest.stylesheet, manifest.stylesheet_rtl]
  const places = [...manifest.tracking_codes, ...manifest.design_blocks].flatMap(
    (one) => listPlaceholders(one.html).known,
  )
  return [...new Set(places.filter((place) => place.kind === 'asset').map((place) => place.name))]
}

/** Parses a manifest; the refusal lists every invalid field. */
export function parseManifest(path: string, bytes: Uint8Array): Manifest {
  const result = readManifestBytes(path, bytes)
  if (result.success) return result.data
  throw refusePackage('package.manifest_invalid', {
    params: { path, detail: describe(result.error) },
  })
}

/** The schema's own result. Refuses only what is not JSON. */
export function readManifestBytes(path: string, bytes: Uint8Array): z.ZodSafeParseResult<Manifest> {
  const value = parseJson(path, bytes)
  return path === MANIFEST_FILES.app ? appManifest.safeParse(value) : themeManifest.safeParse(value)
}

function parseJson(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    throw refusePackage('package.manifest_unreadable', {
      params: { path, detail: error instanceof Error ? error.message : 'not JSON' },
    })
  }
}

/** The first few problems. */
function describe(error: z.ZodError): string {
  const places = error.issues.map(
    (issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`,
  )
  return places.slice(0, 5).join('; ') + (places.length > 5 ? ` (+${places.length - 5})` : '')
}

/** A pre-release, such as `2.0.0-beta.1`. */
export const isPreview = (version: string): boolean => version.includes('-')

/** Longer texts are not parsed by semver. */
const MAX_LENGTH = 256
/** Accepts leading zeros in pre-release numbers (`-rc.01`), as VERSION_PATTERN does. */
const OPTIONS = { loose: true, includePrerelease: true }

const isVersion = (text: string): boolean => text.length <= MAX_LENGTH && VERSION_PATTERN.test(text)

/** Negative when `a` is older, 0 when equal. Text that is no version is older than every version. */
export function compareVersions(a: string, b: string): number {
  if (!isVersion(a) || !isVersion(b)) return Number(isVersion(a)) - Number(isVersion(b))
  return compare(a, b, OPTIONS)
}

/** Whether a platform's version satisfies a manifest's range. An invalid version satisfies only `*`. */
export const satisfiesRange = (version: string, range: string): boolean =>
  range === '*' ||
  (RANGE_PATTERN.test(range) && isVersion(version) && satisfies(version, range, OPTIONS))

const WIDTH = 9
const LONGER = 30

/** Pads numbers so that they sort as text; those with more than nine digits sort last. */
const padded = (digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '')
  return bare.length <= WIDTH
    ? bare.padStart(WIDTH, '0')
    : '9'.repeat(WIDTH) + bare.slice(0, LONGER).padStart(LONGER, '0')
}

export const isPlainVersion = (version: string): boolean => /^\d+\.\d+\.\d+$/.test(version)

/**
 * A sort key for versions of any form (`collate "C"`): up to three numbers (a leading `v` is
 * ignored, missing ones are 0), further numbers, then the rest. A rest that begins with a word or
 * hyphen (`-beta.2`, `rc1`) sorts before the release, as in semver. Versions without a number sort
 * first, by `place`.
 */
export function versionOrder(version: string, place = 0): string {
  const match = /^v?\.?(\d+(?:\.\d+)*)(.*)$/is.exec(version)
  if (!match) return `${['0', '0', '0'].map(padded).join('.')}-!${padded(String(place))}`
  const [, numbers = '', rest = ''] = match
  const [major = '0', minor = '0', patch = '0', ...more] = numbers.split('.')
  const core = [major, minor, patch].map(padded).join('.')
  const further = more.map((number) => `~.${padded(number)}`).join('')
  // The build part (`+…`) is ignored.
  const after = rest
    .replace(/\+.*$/s, '')
    .toLowerCase()
    .replace(/^[-._\s]+/, '')
  return `${core}${further}${after === '' ? '~' : `-${after.replace(/\d+/g, padded)}`}`
}

export const OUTCOMES = ['none', 'update', 'works'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** `range` is that of the platform in question; null when the release is not for it. */
export interface Ranged {
  id: string
  version: string
  offered: boolean
  range: string | null
  os2: boolean | null
}

/**
 * What happens to an installation when its platform gets another version: it works, works after an
 * update to a stable release, or stops working. `all`: the item's releases, newest first.
 */
export function outcomeOf(
  all: readonly Ranged[],
  hasId: string,
  isOs2: boolean,
  fits: (range: string) => boolean,
): { outcome: Outcome; to: string | null } {
  const at = all.findIndex((one) => one.id === hasId)
  const has = all[at]
  if (has !== undefined && has.range !== null && fits(has.range))
    return { outcome: 'works', to: null }
  const to = all
    .slice(0, Math.max(at, 0))
    .find(
      (one) =>
        one.offered &&
        !isPreview(one.version) &&
        one.range !== null &&
        fits(one.range) &&
        (!isOs2 || one.os2 !== false),
    )
  return to ? { outcome: 'update', to: to.version } : { outcome: 'none', to: null }
}
