import { FALLBACK_LOCALE, LOCALES, type Locale } from '#lib/locale.ts'
import { maskCards } from '#lib/field-rules.ts'
import { TOKEN_PREFIX, WEBHOOK_SECRET_PREFIX } from '#lib/token-prefixes.ts'
import { assetsOf, MANIFEST_FILES, type Manifest } from '../packages/manifest.ts'
import {
  CannotCheck,
  finding,
  type Candidate,
  type Finding,
  type ListingCandidate,
  type ReadCandidate,
} from './rule.ts'

/** Throws `CannotCheck` if the package could not be read. */
export function packageOf({ package: read }: Candidate): ReadCandidate {
  if (!read) throw new CannotCheck('there is no package')
  if (read.refusal) throw new CannotCheck(`the package cannot be read: ${read.refusal.code}`)
  return read
}

export function manifestOf(candidate: Candidate): Manifest {
  const { manifest } = packageOf(candidate)
  if (!manifest) throw new CannotCheck('the manifest cannot be read')
  return manifest
}

export function listingOf({ listing }: Candidate): ListingCandidate {
  if (!listing) throw new CannotCheck('there is no listing')
  return listing
}

/** Whether people see anything of it. */
export const isText = (text: string): boolean => /[^\s\p{Cf}\p{Cc}]/u.test(text)

/**
 * The languages in which a listing must be complete: the market's default, and each that has any
 * text.
 */
export function languagesOf(candidate: Candidate): Locale[] {
  const begun = listingOf(candidate)
    .texts.filter(({ name, tagline, description, features }) =>
      [name, tagline, ...description, ...features].some(isText),
    )
    .map((one) => one.locale)
  const needed = candidate.language ?? (begun.length === 0 ? FALLBACK_LOCALE : null)
  return LOCALES.filter((locale) => locale === needed || begun.includes(locale))
}

/** The languages of a package: those of its name. */
export const manifestLanguages = ({ name }: Manifest): Locale[] =>
  LOCALES.filter((locale) => isText(name[locale] ?? ''))

export type Language = 'script' | 'style' | 'markup' | 'words'

/** A text that a browser could get. */
export interface Source {
  file: string
  place: string | null
  language: Language
  text: string
}

const isManifest = (path: string) => (Object.values(MANIFEST_FILES) as string[]).includes(path)

function languageOf(path: string): Language {
  if (/\.css$/i.test(path)) return 'style'
  if (/\.(?:html?|svg|xml|xhtml)$/i.test(path)) return 'markup'
  return /(?:^|\/)(?:licen[cs]es?\/|licen[cs]e|copying|notice|readme|changelog)|\.(?:txt|md)$/i.test(
    path,
  )
    ? 'words'
    : 'script'
}

/** The markup of an app's parts. */
export function partsOf(candidate: Candidate) {
  const manifest = manifestOf(candidate)
  if (manifest.kind === 'theme') return []
  const all = (kind: 'tracking_codes' | 'design_blocks') =>
    manifest[kind].map((part, index) => ({ part, place: `${kind}.${index}.html` }))
  return [...all('tracking_codes'), ...all('design_blocks')]
}

/**
 * All texts of the package: files and the parts' markup. Licenses and other prose only on request.
 */
export function sourcesOf(candidate: Candidate, ...languages: Language[]): Source[] {
  const { files, manifestPath, manifest } = packageOf(candidate)
  const assets = new Set(manifest ? assetsOf(manifest) : [])
  const found = files.flatMap(({ path, text }): Source[] => {
    if (text === null || isManifest(path)) return []
    const language = languageOf(path)
    // A file that a page loads is code, whatever its name is.
    return [
      {
        file: path,
        place: null,
        language: language === 'words' && assets.has(path) ? 'script' : language,
        text,
      },
    ]
  })
  const parts =
    manifestPath === null || !languages.includes('markup')
      ? []
      : partsOf(candidate).map(({ part, place }): Source => ({
          file: manifestPath,
          place,
          language: 'markup',
          text: part.html,
        }))
  return [...found, ...parts].filter((source) => languages.includes(source.language))
}

/** Searches the package. Without findings it throws if a file could not be searched (PKG-3). */
export function searchSources(
  candidate: Candidate,
  languages: Language[],
  search: (source: Source) => Finding[],
): Finding[] {
  const found = sourcesOf(candidate, ...languages).flatMap(search)
  const unread = packageOf(candidate).files.find((file) => file.kind === 'unread')
  if (found.length === 0 && unread)
    throw new CannotCheck(`${unread.path} is too large to be looked through`)
  return found
}

/** At most five findings per source. */
export function matches(
  source: Source,
  patterns: readonly RegExp[],
  params: Finding['params'] = {},
): Finding[] {
  return patterns
    .flatMap((pattern) => [...source.text.matchAll(pattern)])
    .slice(0, 5)
    .map((match) => findingAt(source, match.index, match[0], params))
}

/** A finding at a position; markup inside of a manifest has no line. */
export const findingAt = (
  { file, place, text }: Source,
  index: number,
  seen: string,
  params: Finding['params'] = {},
): Finding =>
  finding({
    file,
    place,
    line: place === null ? lineAt(text, index) : null,
    evidence: evidence(seen),
    params,
  })

/** The line of the last key of a path (`design_blocks.0.html`) in a JSON file, or null. */
export function lineOfPlace(text: string, place: string): number | null {
  let at = 0
  let found = -1
  for (const key of place.split('.').filter((one) => !/^\d+$/.test(one))) {
    const next = text.indexOf(`"${key}"`, at)
    if (next === -1) break
    found = next
    at = next + 1
  }
  return found === -1 ? null : lineAt(text, found)
}

const MAX = 120

/** The line of a position; the first is 1. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1
  return line
}

/** A quotation on one line, with secrets and card numbers masked. */
export function evidence(seen: string): string {
  const plain = maskCards(maskSecrets(seen))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const letters = [...plain]
  return letters.length > MAX ? `${letters.slice(0, MAX - 1).join('')}…` : plain
}

/** Secrets with a known form; others, like passwords, are not found. */
const SECRET_FORMS = {
  own_token: new RegExp(
    `\\b(?:${TOKEN_PREFIX}[a-z]{2,10}_[\\w-]{24,200}|${WEBHOOK_SECRET_PREFIX}[A-Za-z0-9+/]{32,100}={0,2})`,
    'g',
  ),
  aws_key: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  github_token: /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{82})\b/g,
  stripe_key: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}\b/g,
  private_key:
    /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----|"d"\s{0,5}:\s{0,5}"[\w-]{43,}"/g,
  jwt: /(?<![\w-])eyJ[\w-]{10,400}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/g,
} as const satisfies Record<string, RegExp>
export type SecretKind = keyof typeof SECRET_FORMS
export const SECRET_KINDS = Object.keys(SECRET_FORMS) as readonly SecretKind[]

/** Examples in the providers' manuals. */
const EXAMPLES = /EXAMPLE\b/

export function findSecrets(kind: SecretKind, text: string): { index: number; secret: string }[] {
  return [...text.matchAll(SECRET_FORMS[kind])]
    .filter(([secret]) => !EXAMPLES.test(secret))
    .map((match) => ({ index: match.index, secret: match[0] }))
}

const mask = (secret: string) => (secret.startsWith('-----') ? secret : `${secret.slice(0, 6)}…`)

const maskSecrets = (text: string): string =>
  Object.values(SECRET_FORMS).reduce((all, form) => all.replace(form, mask), text)

/** Complete tokens of this market, to be revoked. */
export const ownTokensIn = (text: string): string[] =>
  [...text.matchAll(SECRET_FORMS.own_token)].map(([token]) => token)
