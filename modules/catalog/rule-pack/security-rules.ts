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
  type SecretKind,
  type Source,
} from './sources.ts'
import { activeMarkup, inlineCode } from './markup.ts'
import { isScriptName, sayProblem } from './package-rules.ts'
import {
  CannotCheck,
  finding,
  type Candidate,
  type Finding,
  type Rule,
  type Words,
} from './rule.ts'
import { textsOf } from './text-rules.ts'

const HIDDEN = [
  /<iframe\b[^>]{0,500}(?:\b(?:width|height)\s{0,5}=\s{0,5}["']?[01](?:px)?["'\s>]|display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|opacity\s{0,5}:\s{0,5}0(?![.\d])|\shidden[\s>=])[^>]{0,200}/gi,
  /createElement\(\s{0,5}["'`]iframe["'`]\s{0,5}\)[\s\S]{0,300}?(?:display\s{0,5}[=:]\s{0,5}["']?none|visibility\s{0,5}[=:]\s{0,5}["']?hidden|(?:width|height)\s{0,5}[=:]\s{0,5}["']?[01](?:px)?["';,\s])/gi,
]

const hiddenFrame: Rule = {
  id: 'code.hidden_frame',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Görünmeyen bir çerçeve (iframe) var.',
    en: 'There is a frame (iframe) that nobody sees.',
    ar: 'يوجد إطار (iframe) غير مرئي.',
  },
  mend: {
    tr: 'Çerçeveyi çıkar ya da görünür yap ve ne gösterdiğini title ile yaz.',
    en: 'Take the frame out, or let it be seen and say in its title what it shows.',
    ar: 'احذف الإطار أو اجعله مرئيًا واذكر في title ما يعرضه.',
  },
  check: (candidate) =>
    searchSources(candidate, ['script', 'markup'], (source) => matches(source, HIDDEN)),
}

const miner: Rule = {
  id: 'code.miner',
  looksAt: 'package',
  severity: 'quarantine',
  wrong: {
    tr: 'Ziyaretçinin bilgisayarında kripto para kazan kod var.',
    en: 'There is code that mines a currency on visitors’ machines.',
    ar: 'يوجد كود يعدّن العملات على أجهزة الزوار.',
  },
  mend: {
    tr: 'Bu kodu çıkar. Sen koymadıysan derleme araçlarını ve bağımlılıklarını denetle.',
    en: 'Take it out. If you did not put it there, look through your build tools and dependencies.',
    ar: 'احذفه. وإن لم تضعه أنت فافحص أدوات البناء والاعتماديات.',
  },
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
  wrong: {
    tr: 'Pakette içine bakılamayan bir program var.',
    en: 'The package has a program in it that cannot be looked into.',
    ar: 'في الحزمة برنامج تنفيذي لا يمكن فحصه.',
  },
  mend: {
    tr: 'Mağaza sayfasında yalnızca okunabilir JavaScript çalışır; bu dosyayı çıkar.',
    en: 'A shop’s page runs readable JavaScript only; take the file out.',
    ar: 'صفحات المتجر تشغّل JavaScript المقروء فقط؛ احذف هذا الملف.',
  },
  check: (candidate) =>
    packageOf(candidate)
      .files.filter((file) => file.kind === 'executable')
      .map((file) => finding({ file: file.path })),
}

const inline: Rule = {
  id: 'code.inline',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'İşaretlemede satır içi kod var; mağazanın güvenlik kuralı onu çalıştırmaz.',
    en: 'There is inline code in the markup, which a shop’s security policy does not run.',
    ar: 'في الترميز كود مضمّن، وسياسة أمان المتجر لا تشغّله.',
  },
  mend: {
    tr: 'Kodu bir dosyaya koy: <script src="{{asset:app.js}}" nonce="{{csp:nonce}}" defer></script>; olaylar için addEventListener kullan.',
    en: 'Put the code into a file: <script src="{{asset:app.js}}" nonce="{{csp:nonce}}" defer></script>, and use addEventListener for events.',
    ar: 'ضع الكود في ملف: ‎<script src="{{asset:app.js}}" nonce="{{csp:nonce}}" defer></script>‎ واستخدم addEventListener للأحداث.',
  },
  check: (candidate) =>
    partSources(candidate).flatMap((source) =>
      inlineCode(source.text).map((seen) => findingAt(source, seen.index, seen.text)),
    ),
}

const active: Rule = {
  id: 'code.active',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Çizimde, şablonda ya da işaretlemede tarayıcının çalıştıracağı bir şey var.',
    en: 'A drawing, a template or markup holds something that a browser would run.',
    ar: 'في رسم أو قالب أو ترميز شيء يشغّله المتصفح.',
  },
  mend: {
    tr: 'SVG ve HTML dosyaları yalnızca gösterilir: betik, on… özniteliği, javascript: adresi, foreignObject, base, object ve yönlendirme koyma.',
    en: 'SVG and HTML files are only shown: no scripts, on… attributes, javascript: addresses, foreignObject, base, object or refresh.',
    ar: 'ملفات SVG وHTML للعرض فقط: بلا سكربتات أو سمات on… أو عناوين javascript: أو foreignObject أو base أو object أو إعادة توجيه.',
  },
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
  wrong: {
    tr: 'Müşterilerin yazdıklarını ya da çerezlerini okuyup dışarı gönderebiliyor.',
    en: 'It reads what customers type, or their cookies, and has a way to send it away.',
    ar: 'يقرأ ما يكتبه العملاء أو ملفات الارتباط ولديه طريق لإرسالها.',
  },
  mend: {
    tr: 'Sipariş adımlarında çalışan bir dosya ya alanları okur ya da ağa çıkar, ikisini birden yapmaz. Kart alanlarına hiç dokunma.',
    en: 'A file that runs on the order steps either reads fields or talks to the network, never both. Leave card fields alone everywhere.',
    ar: 'الملف الذي يعمل في خطوات الطلب إما يقرأ الحقول أو يتصل بالشبكة، لا الاثنين معًا. ولا تقترب من حقول البطاقة أبدًا.',
  },
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
  wrong: { tr: 'Temada betik var.', en: 'The theme has a script in it.', ar: 'في القالب سكربت.' },
  mend: {
    tr: 'Tema yalnızca stil, yazı tipi ve resimdir; davranış istiyorsan uygulama yayımla.',
    en: 'A theme is style, fonts and pictures only; publish an app for what it should do.',
    ar: 'القالب أنماط وخطوط وصور فقط؛ انشر تطبيقًا لما يلزم من سلوك.',
  },
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
const secret = (kind: SecretKind, what: Words, revoke: Words): Rule => ({
  id: `secrets.${kind}`,
  looksAt: 'package',
  severity: 'quarantine',
  wrong: {
    tr: `Gizli bilgi bulundu: ${what.tr}.`,
    en: `A secret was found: ${what.en}.`,
    ar: `عُثر على سر: ${what.ar}.`,
  },
  mend: {
    tr: `${revoke.tr} Sonra paketten çıkar; yalnızca silmek yetmez, görülmüş sayılır.`,
    en: `${revoke.en} Then take it out of the package; deleting alone is not enough, it counts as seen.`,
    ar: `${revoke.ar} ثم احذفه من الحزمة؛ الحذف وحده لا يكفي لأنه يُعد مكشوفًا.`,
  },
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

export const SECRET_RULES: readonly Rule[] = [
  secret(
    'own_token',
    { tr: 'bu pazarın anahtarı', en: 'a token of this market', ar: 'رمز وصول لهذا السوق' },
    {
      tr: 'Konsolda anahtarı iptal et.',
      en: 'Revoke the token in the console.',
      ar: 'ألغِ الرمز في لوحة التحكم.',
    },
  ),
  secret(
    'aws_key',
    { tr: 'AWS erişim anahtarı', en: 'an AWS access key', ar: 'مفتاح وصول AWS' },
    {
      tr: 'Anahtarı AWS IAM’de kapat.',
      en: 'Deactivate the key in AWS IAM.',
      ar: 'عطّل المفتاح في AWS IAM.',
    },
  ),
  secret(
    'github_token',
    { tr: 'GitHub anahtarı', en: 'a GitHub token', ar: 'رمز GitHub' },
    {
      tr: 'Anahtarı GitHub ayarlarında iptal et.',
      en: 'Revoke the token in GitHub’s settings.',
      ar: 'ألغِ الرمز في إعدادات GitHub.',
    },
  ),
  secret(
    'stripe_key',
    { tr: 'Stripe gizli anahtarı', en: 'a Stripe secret key', ar: 'مفتاح Stripe السري' },
    {
      tr: 'Stripe panelinde yeni anahtar al, eskisini kapat.',
      en: 'Roll the key in Stripe’s dashboard.',
      ar: 'بدّل المفتاح في لوحة Stripe.',
    },
  ),
  secret(
    'private_key',
    { tr: 'özel anahtar', en: 'a private key', ar: 'مفتاح خاص' },
    {
      tr: 'Yeni bir anahtar çifti üret, eskisini kullanımdan kaldır.',
      en: 'Make a new pair of keys and retire the old one.',
      ar: 'أنشئ زوج مفاتيح جديدًا وأوقف القديم.',
    },
  ),
  secret(
    'jwt',
    {
      tr: 'oturum ya da erişim belgesi (JWT)',
      en: 'a session or access token (JWT)',
      ar: 'رمز جلسة أو وصول (JWT)',
    },
    {
      tr: 'Belgeyi veren sistemde iptal et.',
      en: 'Revoke it where it was issued.',
      ar: 'ألغه في النظام الذي أصدره.',
    },
  ),
]
