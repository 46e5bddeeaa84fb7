import { assetsOf } from '../packages/manifest.ts'
import { searchSources, manifestOf, matches, packageOf, findingAt, type Source } from './sources.ts'
import { inlineScripts, remoteLoads } from './markup.ts'
import { sayProblem } from './package-rules.ts'
import type { Candidate, Finding, Rule } from './rule.ts'
import { findEvaluation, NotAScript, requireScript } from './script-check.ts'

const evaluated: Rule = {
  id: 'code.eval',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) =>
      scriptsIn(candidate, source).flatMap((script) => evaluationsIn(source, script)),
    ),
}

function evaluationsIn(source: Source, { text, start }: ScriptText): Finding[] {
  try {
    return findEvaluation(text)
      .slice(0, 5)
      .map((found) => findingAt(source, start + found.start, text.slice(found.start, found.end)))
  } catch (error) {
    // `code.syntax` reports it.
    if (error instanceof NotAScript) return []
    throw error
  }
}

const syntax: Rule = {
  id: 'code.syntax',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) =>
      scriptsIn(candidate, source).flatMap(({ text, start, isCertain }) => {
        try {
          requireScript(text)
          return []
        } catch (error) {
          if (!(error instanceof NotAScript)) throw error
          return isCertain
            ? [
                findingAt(source, start + error.index, text.slice(error.index, error.index + 60), {
                  problem: error.message,
                }),
              ]
            : []
        }
      }),
    ),
}

/** All quantifiers are bounded, because a file may be written to keep an expression running. */
const QUOTED = String.raw`\s{0,5}["'\`](?:https?:)?\/\/`
const REMOTE = [
  new RegExp(String.raw`\b(?:import|importScripts)\s{0,5}\(${QUOTED}[^"'\`]{0,100}`, 'g'),
  new RegExp(String.raw`\b(?:from|import)${QUOTED}[^"'\`]{0,100}`, 'g'),
  new RegExp(
    String.raw`createElement\(\s{0,5}["'\`]script["'\`]\s{0,5}\)[\s\S]{0,400}?(?:\.src\s{0,5}=|src:|setAttribute\(\s{0,5}["']src["']\s{0,5},)${QUOTED}[^"'\`]{0,100}`,
    'g',
  ),
  new RegExp(String.raw`\bnew\s{1,5}(?:Shared)?Worker\s{0,5}\(${QUOTED}[^"'\`]{0,100}`, 'g'),
  new RegExp(
    String.raw`<script\b[^>]{0,300}\bsrc\s{0,5}=\s{0,5}\\?["']?(?:https?:)?\/\/[^"'\s>]{0,100}`,
    'gi',
  ),
]

const remote: Rule = {
  id: 'code.remote',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const { files, problems } = packageOf(candidate)
    const names = new Set(files.map((file) => file.path))
    const inFiles = problems
      .filter(({ code }) => code === 'package.outside_address')
      .map(sayProblem)
    return [
      ...inFiles,
      ...searchSources(candidate, ['script', 'markup', 'style'], (source) => [
        ...(source.language === 'style' ? [] : matches(source, REMOTE)),
        // The package reader checks style sheets and markup files.
        ...(source.place === null
          ? []
          : remoteLoads(source.text, names).map((seen) =>
              findingAt(source, seen.index, seen.text),
            )),
      ]),
    ]
  },
}

const HOST = String.raw`(?:(?:https?|wss?):)?\/\/([\w.-]{1,200})`
const CALLS = [
  new RegExp(
    String.raw`\b(?:fetch|sendBeacon|EventSource|WebSocket|axios(?:\.\w{2,8})?)\s{0,5}\(\s{0,5}["'\`]${HOST}`,
    'g',
  ),
  new RegExp(
    String.raw`\.open\s{0,5}\(\s{0,5}["'\`][A-Za-z]{2,10}["'\`]\s{0,5},\s{0,5}["'\`]${HOST}`,
    'g',
  ),
  new RegExp(String.raw`new\s{1,5}Image\b[\s\S]{0,200}?\.src\s{0,5}=\s{0,5}["'\`]${HOST}`, 'g'),
  new RegExp(
    String.raw`<(?:img|iframe|form|video|audio|source|object|embed)\b[^>]{0,400}\b(?:src|srcset|action|data|formaction)\s{0,5}=\s{0,5}["']?${HOST}`,
    'gi',
  ),
]
/** An address in a variable that is used later. */
const NAMED = new RegExp(
  String.raw`\b(?:const|let|var)\s{1,5}([\w$]{1,60})\s{0,5}=\s{0,5}["'\`]${HOST}`,
  'g',
)
const calledByName = (name: string) =>
  new RegExp(
    String.raw`(?:\b(?:fetch|sendBeacon|EventSource|WebSocket)|\.open)\s{0,5}\([^)]{0,60}(?<![\w$])${name.replaceAll('$', '\\$')}(?![\w$])`,
  )

/** Hosts of the manifest: the app's links and its redirect addresses. */
function declaredHosts(candidate: Candidate): Set<string> {
  const manifest = manifestOf(candidate)
  if (manifest.kind === 'theme') return new Set()
  const addresses = [...Object.values(manifest.links), ...(manifest.connect?.redirect_uris ?? [])]
  return new Set(
    addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : [])),
  )
}

const undeclared: Rule = {
  id: 'code.undeclared_host',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const declared = declaredHosts(candidate)
    return searchSources(candidate, ['script', 'markup'], (source) => {
      const direct = CALLS.flatMap((call) =>
        [...source.text.matchAll(call)].map((match) => ({ match, host: match[1] ?? '' })),
      )
      const named = [...source.text.matchAll(NAMED)]
        .slice(0, 50)
        .flatMap((match) =>
          calledByName(match[1] ?? '').test(source.text) ? [{ match, host: match[2] ?? '' }] : [],
        )
      return [...direct, ...named]
        .filter(({ host }) => !declared.has(host.toLowerCase()))
        .slice(0, 5)
        .map(({ match, host }): Finding => findingAt(source, match.index, match[0], { host }))
    })
  },
}

const obfuscated: Rule = {
  id: 'code.obfuscated',
  looksAt: 'package',
  severity: 'reject',
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) => {
      const found = matches(source, [
        /eval\(function\(p,a,c,k,e,[rd]\)/g,
        /(?:\\x[0-9a-f]{2}){40}/gi,
        /String\.fromCharCode\((?:\s{0,3}(?:0x)?[0-9a-f]{1,4}\s{0,3},){30}/gi,
        /\batob\s{0,5}\(\s{0,5}["'`][A-Za-z0-9+/=]{200}/g,
        /(?<![[\]!+()])[[\]!+()]{400}/g,
      ])
      const names = [...source.text.matchAll(/\b_0x[0-9a-f]{4,8}\b/g)]
      return names[20]
        ? [
            ...found,
            findingAt(source, names[0]?.index ?? 0, `${names[0]?.[0]} (× ${names.length})`),
          ]
        : found
    }),
}

export const CODE_RULES: readonly Rule[] = [evaluated, syntax, remote, undeclared, obfuscated]

/** A script and its position in its source. */
interface ScriptText {
  text: string
  start: number
  /** False for a file that a page only might load as a script. */
  isCertain: boolean
}

/** The file itself, or the contents of `<script>` elements. JSON is data. */
function scriptsIn(candidate: Candidate, { file, place, language, text }: Source): ScriptText[] {
  if (language === 'markup')
    return inlineScripts(text).map((script) => ({ ...script, isCertain: true }))
  if (place !== null || language !== 'script' || /\.(?:json|map|vtt)$/i.test(file)) return []
  const isCertain = /\.m?js$/i.test(file)
  const { manifest } = packageOf(candidate)
  return isCertain || (manifest && assetsOf(manifest).includes(file))
    ? [{ text, start: 0, isCertain }]
    : []
}
