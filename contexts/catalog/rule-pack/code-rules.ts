import { lookThrough, manifestOf, matches, seenAt, type Source } from './look.ts'
import type { Candidate, Finding, Rule } from './rule.ts'

/** All quantifiers here are bounded: these run over files that somebody may have written to keep them running. */
const evaluated: Rule = {
  id: 'code.eval', looksAt: 'package', severity: 'reject',
  wrong: { tr: 'Metni kod olarak çalıştırıyor.', en: 'It runs text as code.', ar: 'يشغّل نصًا على أنه كود.' },
  mend: {
    tr: 'eval, new Function ve metinle setTimeout kullanma: ağdan gelen metin böylece mağazada kod olur. Veriyi JSON.parse ile oku.',
    en: 'Do without eval, new Function and setTimeout of a text: what comes over the network becomes code of the shop that way. Read data with JSON.parse.',
    ar: 'لا تستخدم eval أو new Function أو setTimeout بنص: ما يأتي من الشبكة يصبح بذلك كودًا في المتجر. اقرأ البيانات بـ JSON.parse.',
  },
  check: candidate => lookThrough(candidate, ['script', 'markup'], source => matches(source, [
    /(?<![\w.$])(?:window\.|globalThis\.|self\.)?eval\s{0,5}\(\s{0,5}(?!\))/g,
    // `Function("return this")` is how older bundles find the page's own object.
    /(?<![\w.$])(?:new\s{1,5})?Function\s{0,5}\(\s{0,5}(?!["']return this["']|\))/g,
    // The same by a detour.
    /\(\s{0,5}0\s{0,5},\s{0,5}eval\s{0,5}\)|\[\s{0,5}["'`](?:eval|Function)["'`]\s{0,5}\]|\.constructor\s{0,5}\(\s{0,5}["'`]|\bimport\s{0,5}\(\s{0,5}["'`](?:data|blob):/g,
    /(?<![\w$])set(?:Timeout|Interval)\s{0,5}\(\s{0,5}["'`]/g,
  ])),
}

const ADDRESS = String.raw`\s{0,5}["'\`]?\s{0,5}(?:https?:)?\/\/`
const QUOTED = String.raw`\s{0,5}["'\`](?:https?:)?\/\/`
const REMOTE: Record<'markup' | 'script' | 'style', RegExp[]> = {
  markup: [
    new RegExp(String.raw`<script\b[^>]{0,500}\b(?:src|href)\s{0,5}=${ADDRESS}[^"'\s>]{0,100}`, 'gi'),
    new RegExp(String.raw`<link\b(?=[^>]{0,500}(?:stylesheet|modulepreload|as=["']?script))[^>]{0,500}\bhref\s{0,5}=${ADDRESS}[^"'\s>]{0,100}`, 'gi'),
  ],
  script: [
    new RegExp(String.raw`\b(?:import|importScripts)\s{0,5}\(${QUOTED}[^"'\`]{0,100}`, 'g'),
    new RegExp(String.raw`\b(?:from|import)${QUOTED}[^"'\`]{0,100}`, 'g'),
    new RegExp(String.raw`createElement\(\s{0,5}["'\`]script["'\`]\s{0,5}\)[\s\S]{0,400}?(?:\.src\s{0,5}=|src:|setAttribute\(\s{0,5}["']src["']\s{0,5},)${QUOTED}[^"'\`]{0,100}`, 'g'),
    new RegExp(String.raw`\bnew\s{1,5}(?:Shared)?Worker\s{0,5}\(${QUOTED}[^"'\`]{0,100}`, 'g'),
    new RegExp(String.raw`<script\b[^>]{0,300}\bsrc\s{0,5}=\s{0,5}\\?["']?(?:https?:)?\/\/[^"'\s>]{0,100}`, 'gi'),
  ],
  style: [/@import\s{0,5}(?:url\()?\s{0,5}["']?(?:https?:)?\/\/[^"')\s;]{0,100}/gi, /url\(\s{0,5}["']?(?:https?:)?\/\/[^"')\s]{0,100}/gi],
}

const remote: Rule = {
  id: 'code.remote', looksAt: 'package', severity: 'reject',
  wrong: { tr: 'Kod, stil ya da yazı tipi paketin dışından yükleniyor.', en: 'Code, style or fonts are loaded from outside of the package.', ar: 'يُحمَّل كود أو أنماط أو خطوط من خارج الحزمة.' },
  mend: {
    tr: 'Dosyayı pakete koy ve “{{asset:dosya}}” ile çağır: yalnızca bakılıp imzalanmış kod mağazada çalışır.',
    en: 'Put the file into the package and name it “{{asset:file}}”: only what was looked at and signed runs in a shop.',
    ar: 'ضع الملف في الحزمة واستدعه بـ “{{asset:file}}”: لا يعمل في المتجر إلا ما فُحص ووُقّع.',
  },
  check: candidate => lookThrough(candidate, ['script', 'markup', 'style'], source => matches(source, patternsFor(source))),
}

/** A page has scripts and styles in it, too. */
const patternsFor = ({ language }: Source) =>
  language === 'markup' ? [...REMOTE.markup, ...REMOTE.script, ...REMOTE.style] : language === 'words' ? [] : REMOTE[language]

const HOST = String.raw`(?:(?:https?|wss?):)?\/\/([\w.-]{1,200})`
const CALLS = [
  new RegExp(String.raw`\b(?:fetch|sendBeacon|EventSource|WebSocket|axios(?:\.\w{2,8})?)\s{0,5}\(\s{0,5}["'\`]${HOST}`, 'g'),
  new RegExp(String.raw`\.open\s{0,5}\(\s{0,5}["'\`][A-Za-z]{2,10}["'\`]\s{0,5},\s{0,5}["'\`]${HOST}`, 'g'),
  new RegExp(String.raw`new\s{1,5}Image\b[\s\S]{0,200}?\.src\s{0,5}=\s{0,5}["'\`]${HOST}`, 'g'),
  new RegExp(String.raw`<(?:img|iframe|form|video|audio|source|object|embed)\b[^>]{0,400}\b(?:src|srcset|action|data|formaction)\s{0,5}=\s{0,5}["']?${HOST}`, 'gi'),
]
/** An address with a name, that is called by its name afterwards. */
const NAMED = new RegExp(String.raw`\b(?:const|let|var)\s{1,5}([\w$]{1,60})\s{0,5}=\s{0,5}["'\`]${HOST}`, 'g')
const calledByName = (name: string) =>
  new RegExp(String.raw`(?:\b(?:fetch|sendBeacon|EventSource|WebSocket)|\.open)\s{0,5}\([^)]{0,60}(?<![\w$])${name.replaceAll('$', '\\$')}(?![\w$])`)

/** Where the manifest says that the app lives: its links, and where it is sent back to. */
export function declaredHosts(candidate: Candidate): Set<string> {
  const manifest = manifestOf(candidate)
  if (manifest.kind === 'theme') return new Set()
  const addresses = [...Object.values(manifest.links), ...(manifest.connect?.redirect_uris ?? [])]
  return new Set(addresses.flatMap(address => (URL.canParse(address) ? [new URL(address).hostname] : [])))
}

const undeclared: Rule = {
  id: 'code.undeclared_host', looksAt: 'package', severity: 'reject',
  wrong: { tr: '{host} adresine bağlanıyor; manifest bu adresi anmıyor.', en: 'It talks to {host}, which the manifest does not name.', ar: 'يتصل بـ {host} وهذا العنوان غير مذكور في البيان.' },
  mend: {
    tr: 'Adres senin uygulamanınsa manifestte “links” altında yaz; değilse bu çağrıyı çıkar.',
    en: 'If your app lives there, name the address in the manifest’s “links”; if not, take the call out.',
    ar: 'إن كان العنوان لتطبيقك فاذكره في “links” بالبيان، وإلا فاحذف الاتصال.',
  },
  check(candidate) {
    const declared = declaredHosts(candidate)
    return lookThrough(candidate, ['script', 'markup'], source => {
      const direct = CALLS.flatMap(call => [...source.text.matchAll(call)].map(match => ({ match, host: match[1] ?? '' })))
      const named = [...source.text.matchAll(NAMED)].slice(0, 50).flatMap(match => (calledByName(match[1] ?? '').test(source.text) ? [{ match, host: match[2] ?? '' }] : []))
      return [...direct, ...named].filter(({ host }) => !declared.has(host.toLowerCase())).slice(0, 5)
        .map(({ match, host }): Finding => seenAt(source, match.index, match[0], { host }))
    })
  },
}

const obfuscated: Rule = {
  id: 'code.obfuscated', looksAt: 'package', severity: 'reject',
  wrong: { tr: 'Kod okunmasın diye gizlenmiş.', en: 'The code is disguised so that nobody can read it.', ar: 'الكود مموّه كي لا يُقرأ.' },
  mend: {
    tr: 'Küçültülmüş kod sorun değil; karıştırıcı, paketleyici ve base64 içinde kod olmasın.',
    en: 'Minified code is fine; obfuscators, packers and code in base64 are not.',
    ar: 'الكود المصغّر مقبول؛ أما التمويه والتغليف والكود داخل base64 فلا.',
  },
  check: candidate => lookThrough(candidate, ['script', 'markup'], source => {
    const found = matches(source, [
      /eval\(function\(p,a,c,k,e,[rd]\)/g,
      /(?:\\x[0-9a-f]{2}){40}/gi,
      /String\.fromCharCode\((?:\s{0,3}(?:0x)?[0-9a-f]{1,4}\s{0,3},){30}/gi,
      /\batob\s{0,5}\(\s{0,5}["'`][A-Za-z0-9+/=]{200}/g,
      /(?<![[\]!+()])[[\]!+()]{400}/g,
    ])
    const names = [...source.text.matchAll(/\b_0x[0-9a-f]{4,8}\b/g)]
    return names[20] ? [...found, seenAt(source, names[0]?.index ?? 0, `${names[0]?.[0]} (× ${names.length})`)] : found
  }),
}

export const CODE_RULES: readonly Rule[] = [evaluated, remote, undeclared, obfuscated]
