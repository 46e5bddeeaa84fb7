import { isOrderStep } from '#lib/market.ts'
import { listPlaceholders } from '../packages/placeholders.ts'
import {
  evidence,
  findSecrets,
  searchSources,
  matches,
  packageOf,
  partsOf,
  findingAt,
  sourcesOf,
  SECRET_KINDS,
  type SecretKind,
  type Source,
} from './sources.ts'
import { activeMarkup, inlineCode } from './markup.ts'
import { isScriptName, sayProblem } from './package-rules.ts'
import { CannotCheck, finding, type Candidate, type Finding, type Rule } from './rule.ts'
import { textsOf } from './text-rules.ts'

const HIDDEN = [
  /<iframe\b[^>]{0,500}(?:\b(?:width|height)\s{0,5}=\s{0,5}["']?[01](?:px)?["'\s>]|display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|opacity\s{0,5}:\s{0,5}0(?![.\d])|\shidden[\s>=])[^>]{0,200}/gi,
  /createElement\(\s{0,5}["'`]iframe["'`]\s{0,5}\)[\s\S]{0,300}?(?:display\s{0,5}[=:]\s{0,5}["']?none|visibility\s{0,5}[=:]\s{0,5}["']?hidden|(?:width|height)\s{0,5}[=:]\s{0,5}["']?[01](?:px)?["';,\s])/gi,
]

const hiddenFrame: Rule = {
  id: 'code.hidden_frame',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) => matches(source, HIDDEN)),
}

const miner: Rule = {
  id: 'code.miner',
  looksAt: 'package',
  severity: 'quarantine',
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) =>
      matches(source, [
        /coin-?hive(?:\.min|\.com|\.Anonymous)|\bCoinHive\b|cryptonight|stratum\+(?:tcp|ssl):|webminepool|crypto-?loot|deepminer|minero\.cc|\bJSEcoin\b|coinimp\b/gi,
      ]),
    ),
}

const executable: Rule = {
  id: 'code.executable',
  looksAt: 'package',
  severity: 'quarantine',
  check: (candidate) =>
    packageOf(candidate)
      .files.filter((file) => file.kind === 'executable')
      .map((file) => finding({ file: file.path })),
}

const inline: Rule = {
  id: 'code.inline',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) =>
    partSources(candidate).flatMap((source) =>
      inlineCode(source.text).map((seen) => findingAt(source, seen.index, seen.text)),
    ),
}

const active: Rule = {
  id: 'code.active',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) => [
    ...packageOf(candidate)
      .problems.filter(
        ({ code }) => code === 'package.active_content' || code === 'package.broken_markup',
      )
      .map(sayProblem),
    ...partSources(candidate).flatMap((source) =>
      activeMarkup(source.text).map((seen) => findingAt(source, seen.index, seen.text)),
    ),
  ],
}

const partSources = (candidate: Candidate): Source[] => {
  const file = packageOf(candidate).manifestPath ?? ''
  return partsOf(candidate).map(({ part, place }) => ({
    file,
    place,
    language: 'markup',
    text: part.html,
  }))
}

/** Reads what people type, or what the page stores about them. */
const READS =
  /document\.cookie|new\s{1,5}FormData\b|\.elements\b\s{0,3}[[.]|querySelector(?:All)?\(\s{0,5}["'`][^"'`\n]{0,100}(?:input|form\b|card|cvv|cvc|password|\[name)|addEventListener\(\s{0,5}["'`](?:key(?:up|down|press)|input|paste)["'`]|getElementsByName\(|getElementById\(\s{0,5}["'`][^"'`\n]{0,40}(?:card|cvv|cvc|pan\b)/gi
/** Sends data out of the page. */
const SENDS =
  /\bfetch\s{0,5}\(|\bsendBeacon\s{0,5}\(|\bnew\s{1,5}(?:XMLHttpRequest|WebSocket|EventSource|Image)\b|\.src\s{0,5}=[^=]|\bpostMessage\s{0,5}\(/g
/** Reads card data, which never happens by accident. */
const CARDS =
  /["'`[=][^"'`\n]{0,60}\b(?:card[-_ ]?(?:number|no)|cc-?(?:number|csc|exp)|cvv2?|cvc2?|kart[-_ ]?no)\b/gi

const takes: Rule = {
  id: 'code.takes_fields',
  looksAt: 'package',
  severity: 'quarantine',
  check(candidate) {
    const ordering = filesOnOrderSteps(candidate)
    return searchSources(candidate, ['script', 'markup'], (source) => {
      const sends = source.text.search(SENDS) !== -1
      if (!sends) return []
      const reads = [
        ...source.text.matchAll(CARDS),
        ...(ordering === 'all' || ordering.has(source.file) ? source.text.matchAll(READS) : []),
      ]
      return reads.slice(0, 5).map((match): Finding => findingAt(source, match.index, match[0]))
    })
  },
}

/** Files that parts on order steps load or import; `all` if that cannot be followed. */
function filesOnOrderSteps(candidate: Candidate): Set<string> | 'all' {
  const named = partsOf(candidate)
    .filter(({ part }) => isOrderStep(part.placement))
    .flatMap(({ part }) =>
      listPlaceholders(part.html)
        .known.filter((place) => place.kind === 'asset')
        .map((place) => place.name),
    )
  const texts = new Map(
    sourcesOf(candidate, 'script', 'markup').map((source) => [source.file, source.text]),
  )
  const found = new Set<string>()
  const waiting = [...named]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = texts.get(file) ?? ''
    // A computed address could be any file of the package.
    if (/\bimport\s{0,5}\(\s{0,5}(?!["'`]\.{0,2}\/[^"'`$]{1,200}["'`])/.test(text)) return 'all'
    for (const [, other = ''] of text.matchAll(
      /\b(?:from|import)\s{0,5}\(?\s{0,5}["'`](\.{1,2}\/[^"'`]{1,200})["'`]/g,
    )) {
      waiting.push(new URL(other, `http://package/${file}`).pathname.slice(1))
    }
  }
  return found
}

/** Themes contain no code. */
const themeCode: Rule = {
  id: 'code.in_theme',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const { files, manifest, manifestPath } = packageOf(candidate)
    if (!manifest) throw new CannotCheck('the manifest cannot be read')
    if (manifest.kind === 'app') return []
    return files
      .filter((file) => file.path !== manifestPath && isScriptName(file.path))
      .map((file) => finding({ file: file.path }))
  },
}

export const HARM_RULES: readonly Rule[] = [
  hiddenFrame,
  miner,
  executable,
  inline,
  active,
  takes,
  themeCode,
]

/** PKG-7: every shop gets the package, so it must not contain secrets. */
const secret = (kind: SecretKind): Rule => ({
  id: `secrets.${kind}`,
  looksAt: 'package',
  severity: 'quarantine',
  check: (candidate) => [
    ...inManifest(candidate, kind),
    ...inListing(candidate, kind),
    ...searchSources(candidate, ['script', 'style', 'markup', 'words'], (source) =>
      findSecrets(kind, source.text)
        .slice(0, 5)
        .map(({ index, secret: found }) => findingAt(source, index, found)),
    ),
  ],
})

/** In the original text, so that an invalid manifest hides nothing. */
function inManifest(candidate: Candidate, kind: SecretKind): Finding[] {
  const { files, manifestPath } = packageOf(candidate)
  const text = files.find((file) => file.path === manifestPath)?.text ?? ''
  return findSecrets(kind, text)
    .slice(0, 5)
    .map(({ index, secret: found }) =>
      findingAt({ file: manifestPath ?? '', place: null, language: 'words', text }, index, found),
    )
}

const inListing = (candidate: Candidate, kind: SecretKind): Finding[] =>
  candidate.listing === null
    ? []
    : textsOf(candidate).flatMap(({ place, text }) =>
        findSecrets(kind, text).map(({ secret: found }) =>
          finding({ place, evidence: evidence(found) }),
        ),
      )

export const SECRET_RULES: readonly Rule[] = SECRET_KINDS.map(secret)
