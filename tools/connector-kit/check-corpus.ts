import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackage } from '#modules/catalog/packages/read-package.ts'
import { writeZip, type Entry } from '#modules/stores/platforms/kit/packages.ts'
import { isRefusal } from '#lib/refusal.ts'
import { HOSTILE_FILES, type HostileFile } from './corpus.ts'

/**
 * Debian: `apt-get install clamav-testfiles`. Each is a harmless program that virus scanners take
 * for malware, in another wrapping.
 */
export const CLAMAV_FOLDER = '/usr/share/clamav-testfiles'

/** Under which names a sample is tried besides its own. */
const DISGUISES = ['photo.png', 'font.woff2', 'style.css', 'notes.txt', 'drawing.svg', 'data.json']
const KINDS = ['app', 'theme'] as const

export interface CheckedFile {
  tried: number
  accepted: string[]
  skipped: string | null
}

/** Debian's samples, under their own names; null where they are not installed. */
export function clamavSamples(): HostileFile[] | null {
  if (!existsSync(CLAMAV_FOLDER)) return null
  return readdirSync(CLAMAV_FOLDER)
    .sort()
    .map((name) => ({
      what: `ClamAV ${name}`,
      name,
      content: readFileSync(join(CLAMAV_FOLDER, name)),
    }))
}

/**
 * Samples that have zero bytes or are a known format; the rest are plain texts (mail, BinHex,
 * base64), which a text file may be.
 */
export const disguised = (samples: readonly HostileFile[]): HostileFile[] =>
  samples
    .filter(({ content }) => content.includes(0))
    .flatMap(({ what, content }) =>
      DISGUISES.map((name) => ({ what: `${what} as ${name}`, name, content })),
    )

const manifests = {
  app: {
    format: 1,
    kind: 'app',
    prefix: 'hostile',
    version: '1.0.0',
    name: { en: 'Hostile' },
    compatibility: { platforms: { 1: '*' } },
    permissions: [{ code: 'tracking_code', required: true, reason: { en: 'x' } }],
    tracking_codes: [
      {
        id: 'x',
        placement: 3,
        title: { en: 'x' },
        summary: { en: 'x' },
        html: '<link rel="stylesheet" href="{{asset:base.css}}">',
      },
    ],
  },
  theme: {
    format: 1,
    kind: 'theme',
    prefix: 'hostile',
    version: '1.0.0',
    name: { en: 'Hostile' },
    compatibility: { platforms: { 1: '*' } },
    stylesheet: 'base.css',
    stylesheet_rtl: 'base.css',
    swatches: ['#ffffff'],
    pages: ['home'],
    os2: true,
    title: { en: 'x' },
    summary: { en: 'x' },
  },
}

/** A package of that kind with these files more. */
export function packageWithFiles(
  kind: 'app' | 'theme',
  files: readonly Pick<HostileFile, 'name' | 'content'>[],
): Buffer {
  const own: Entry[] = [
    { name: `arasta.${kind}.json`, content: JSON.stringify(manifests[kind]) },
    { name: 'base.css', content: 'p { margin: 0 }' },
  ]
  return writeZip([...own, ...files].sort((a, b) => (a.name < b.name ? -1 : 1)))
}

/**
 * Tries each file in an app and in a theme, as everybody reads packages; answers those that were
 * let in.
 */
export async function checkFiles(files: readonly HostileFile[]): Promise<CheckedFile> {
  const accepted: string[] = []
  for (const file of files) {
    for (const kind of KINDS) {
      const error = await readPackage({ bytes: packageWithFiles(kind, [file]) }).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) accepted.push(`${file.what} in ${kind === 'app' ? 'an app' : 'a theme'}`)
      else if (!isRefusal(error)) throw error
    }
  }
  return { tried: files.length * KINDS.length, accepted, skipped: null }
}

/** The whole corpus: what the kit makes, and Debian's samples where they are installed. */
export async function checkCorpus(): Promise<CheckedFile> {
  const made = await checkFiles(HOSTILE_FILES)
  const samples = clamavSamples()
  if (!samples)
    return { ...made, skipped: `Debian's clamav-testfiles are not installed (${CLAMAV_FOLDER})` }
  const real = await checkFiles([...samples, ...disguised(samples)])
  return {
    tried: made.tried + real.tried,
    accepted: [...made.accepted, ...real.accepted],
    skipped: null,
  }
}
