import { assetsOf, MANIFEST_FILES, type Manifest } from '../packages/manifest.ts'
import { lineAt, evidence } from './evidence.ts'
import {
  CannotLook,
  finding,
  type Candidate,
  type Finding,
  type ListingCandidate,
  type ReadCandidate,
} from './rule.ts'

/** The package; a rule that needs it cannot look where it could not be read. */
export function packageOf({ package: read }: Candidate): ReadCandidate {
  if (!read) throw new CannotLook('there is no package')
  if (read.refusal) throw new CannotLook(`the package cannot be read: ${read.refusal.code}`)
  return read
}

export function manifestOf(candidate: Candidate): Manifest {
  const { manifest } = packageOf(candidate)
  if (!manifest) throw new CannotLook('the manifest cannot be read')
  return manifest
}

export function listingOf({ listing }: Candidate): ListingCandidate {
  if (!listing) throw new CannotLook('there is no listing')
  return listing
}

export type Language = 'script' | 'style' | 'markup' | 'words'

/** Something with text in it that a browser could be given. */
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
 * All text of the package: its files, and the parts' markup, each as what it is. Licences and other
 * words for people only where they are asked for.
 */
export function sourcesOf(candidate: Candidate, ...languages: Language[]): Source[] {
  const { files, manifestPath, manifest } = packageOf(candidate)
  const assets = new Set(manifest ? assetsOf(manifest) : [])
  const found = files.flatMap(({ path, text }): Source[] => {
    if (text === null || isManifest(path)) return []
    const language = languageOf(path)
    // What a page is given is no text for people, whatever it is called.
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

/**
 * Findings of a search through the package. Where something could not be looked into, nothing found
 * is no answer (PKG-3).
 */
export function lookThrough(
  candidate: Candidate,
  languages: Language[],
  search: (source: Source) => Finding[],
): Finding[] {
  const found = sourcesOf(candidate, ...languages).flatMap(search)
  const unread = packageOf(candidate).files.find((file) => file.kind === 'unread')
  if (found.length === 0 && unread)
    throw new CannotLook(`${unread.path} is too large to be looked through`)
  return found
}

/** Every place where one of the patterns matches, at most five in one source. */
export function matches(
  source: Source,
  patterns: readonly RegExp[],
  params: Finding['params'] = {},
): Finding[] {
  return patterns
    .flatMap((pattern) => [...source.text.matchAll(pattern)])
    .slice(0, 5)
    .map((match) => seenAt(source, match.index, match[0], params))
}

/** A finding at a place in a source; the lines of a part's markup are not the manifest's. */
export const seenAt = (
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

/**
 * The line of a JSON file on which the last key of a path stands: `design_blocks.0.html`; null when
 * it is not there.
 */
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
