import { fold } from '#lib/text.ts'
import { LOCALES, type Text } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { FileProblem } from '../packages/inspect-file.ts'
import { PACKAGE_MESSAGES, type PackageRefusalCode } from '../packages/problems.ts'
import { evidence, lineOfPlace, listingOf, manifestOf, packageOf } from './sources.ts'
import { LOOK_LIMITS } from './read-candidate.ts'
import { CannotCheck, finding, type Finding, type Rule } from './rule.ts'
import { fill } from './say.ts'

const MEGABYTE = 1024 * 1024
/**
 * Far more than a shop's page needs; larger packages contain mistakes (source maps, original
 * pictures).
 */
const MAX_BYTES = 25 * MEGABYTE

const readable: Rule = {
  id: 'package.readable',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Paket okunamıyor: {why}',
    en: 'The package cannot be read: {why}',
    ar: 'لا يمكن قراءة الحزمة: {why}',
  },
  mend: {
    tr: 'Klasörü “arasta check” ile denetle; paketi elle değil araçla oluştur.',
    en: 'Check the folder with “arasta check”, and let the tool make the package instead of zipping it by hand.',
    ar: 'افحص المجلد بالأمر “arasta check”، ودع الأداة تنشئ الحزمة بدل ضغطها يدويًا.',
  },
  check({ package: read }) {
    if (!read) throw new CannotCheck('there is no package')
    if (!read.refusal) return []
    const { code, params } = read.refusal
    const why: Text = Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        fill(PACKAGE_MESSAGES[locale][`errors.${code}`], params, locale),
      ]),
    )
    return [
      finding({
        file: typeof params['path'] === 'string' ? params['path'] : null,
        params: { why },
      }),
    ]
  },
}

const size: Rule = {
  id: 'package.size',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Çok büyük: {size} MB. En fazla {limit} MB olabilir.',
    en: 'Too large: {size} MB, where {limit} MB are allowed.',
    ar: 'الحجم كبير جدًا: {size} م.ب، والحد الأقصى {limit} م.ب.',
  },
  mend: {
    tr: 'Kaynak haritalarını, özgün resimleri ve kullanılmayan dosyaları çıkar; büyük betikleri böl.',
    en: 'Leave out source maps, original pictures and files that nothing uses; split large scripts.',
    ar: 'احذف خرائط المصدر والصور الأصلية والملفات غير المستخدمة، وقسّم السكربتات الكبيرة.',
  },
  check(candidate) {
    const { size: bytes, files } = packageOf(candidate)
    const tooLarge = (file: string | null, real: number, limit: number) =>
      finding({ file, params: { size: Math.ceil(real / MEGABYTE), limit: limit / MEGABYTE } })
    const found = bytes > MAX_BYTES ? [tooLarge(null, bytes, MAX_BYTES)] : []
    const long = files.filter((file) => file.kind !== 'media' && file.size > LOOK_LIMITS.fileBytes)
    return [...found, ...long.map((file) => tooLarge(file.path, file.size, LOOK_LIMITS.fileBytes))]
  },
}

const files: Rule = {
  id: 'package.file_count',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Pakette {count} dosya var; en fazla {limit} olabilir.',
    en: 'The package has {count} files; {limit} are allowed.',
    ar: 'عدد ملفات الحزمة {count}، والحد الأقصى {limit}.',
  },
  mend: {
    tr: 'node_modules ve derleme artıklarını pakete koyma; yalnızca mağazada kullanılan dosyaları bırak.',
    en: 'Keep node_modules and what a build leaves behind out; pack only what a shop uses.',
    ar: 'لا تضع node_modules ولا بقايا البناء في الحزمة؛ ضع فقط ما يستخدمه المتجر.',
  },
  check(candidate) {
    const count = packageOf(candidate).files.length
    return count > LOOK_LIMITS.files
      ? [finding({ params: { count, limit: LOOK_LIMITS.files } })]
      : []
  },
}

const manifest: Rule = {
  id: 'manifest.valid',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Manifestte “{place}” kurala uymuyor: {problem}',
    en: 'In the manifest “{place}” does not follow the rules: {problem}',
    ar: 'في البيان “{place}” لا يوافق القواعد: {problem}',
  },
  mend: {
    tr: 'Düzenleyicine docs/protocols altındaki JSON şemasını tanıt; alanların anlamı package-format.md dosyasında yazar.',
    en: 'Give your editor the JSON Schema from docs/protocols; package-format.md says what each field means.',
    ar: 'اربط محررك بمخطط JSON من docs/protocols؛ ومعنى كل حقل مشروح في package-format.md.',
  },
  check(candidate) {
    const { manifestProblems, manifestPath, files: all } = packageOf(candidate)
    const text = all.find((file) => file.path === manifestPath)?.text ?? ''
    return manifestProblems.slice(0, 20).map(({ place, message }) =>
      finding({
        file: manifestPath,
        line: lineOfPlace(text, place),
        place,
        params: { place, problem: message },
      }),
    )
  },
}

const fits: Rule = {
  id: 'manifest.fits_listing',
  looksAt: 'listing',
  severity: 'reject',
  wrong: {
    tr: '{field}: pakette “{packed}”, sayfada “{listed}”.',
    en: '{field}: “{packed}” in the package, “{listed}” in the listing.',
    ar: '{field}: في الحزمة “{packed}” وفي صفحة العرض “{listed}”.',
  },
  mend: {
    tr: 'İkisini aynı yap. Yayımlanmış bir ürünün adı (prefix) değişmez.',
    en: 'Make both the same. The prefix of a published item never changes.',
    ar: 'اجعلهما متطابقين. بادئة العنصر المنشور لا تتغير.',
  },
  check(candidate) {
    const [listed, packed] = [listingOf(candidate), manifestOf(candidate)]
    const { manifestPath: file } = packageOf(candidate)
    const differs = (field: string, inPackage: string, inListing: string): Finding[] =>
      inPackage === inListing
        ? []
        : [finding({ file, place: field, params: { field, packed: inPackage, listed: inListing } })]
    return [
      ...differs('prefix', packed.prefix, listed.prefix),
      ...differs('kind', packed.kind, listed.market),
    ]
  },
}

/** Problems that the reader found; programs and code have rules of their own. */
const fileTypes: Rule = {
  id: 'package.file_types',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: 'Bu dosya pakette olamaz: {why}',
    en: 'This file may not be in the package: {why}',
    ar: 'لا يجوز أن يكون هذا الملف في الحزمة: {why}',
  },
  mend: {
    tr: 'Pakete yalnızca mağazanın yüklediği dosyaları koy; her dosyanın tek uzantısı olsun ve içeriği adına uysun. Türler package-format.md içinde.',
    en: 'Pack only what a shop loads; give every file one extension, and let its content be what the name says. package-format.md lists the types.',
    ar: 'ضع في الحزمة ما يحمّله المتجر فقط، وليكن لكل ملف امتداد واحد ومحتوى يطابق اسمه. الأنواع مذكورة في package-format.md.',
  },
  check(candidate) {
    const { problems, files: all, manifest: read } = packageOf(candidate)
    const programs = new Set(
      all.filter((file) => file.kind === 'executable').map((file) => file.path),
    )
    return problems
      .filter(
        ({ code, path }) =>
          TYPE_CODES.has(code) &&
          !programs.has(path) &&
          !(read?.kind === 'theme' && isScriptName(path)),
      )
      .map(sayProblem)
  },
}

const TYPE_CODES = new Set<PackageRefusalCode>([
  'package.file_type',
  'package.two_extensions',
  'package.content_differs',
  'package.file_too_large',
])
export const isScriptName = (path: string): boolean => /\.(?:js|mjs|cjs)$/i.test(path)

/** With the text of the reader's refusal. */
export function sayProblem({ code, path, detail, line }: FileProblem): Finding {
  const why: Text = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      fill(
        PACKAGE_MESSAGES[locale][`errors.${code}`],
        { path, detail: evidence(detail), limit: detail },
        locale,
      ),
    ]),
  )
  return finding({
    file: path,
    line,
    evidence: line === null ? null : evidence(detail),
    params: { why },
  })
}

export const PACKAGE_RULES: readonly Rule[] = [readable, size, files, fileTypes, manifest, fits]

/** Names of permissions; repeating one is no reason. */
const NAMES: Record<PermissionCode, readonly string[]> = {
  tracking_code: [
    'tracking code',
    'tracking codes',
    'takip kodu',
    'takip kodları',
    'izleme kodu',
    'izleme kodları',
    'رمز تتبع',
    'رموز تتبع',
    'رمز التتبع',
    'كود التتبع',
    'أكواد التتبع',
  ],
  design_block: [
    'design block',
    'design blocks',
    'tasarım bloğu',
    'tasarım blokları',
    'كتلة تصميم',
    'كتل التصميم',
    'كتلة التصميم',
  ],
  web_service_user: [
    'web service user',
    'web servis kullanıcısı',
    'web service kullanıcısı',
    'مستخدم خدمة ويب',
    'مستخدم خدمة الويب',
  ],
}
/** Words that add nothing to a permission's name. */
const EMPTY =
  /\b(?:this|the|an?|app|application|item|needs?|requires?|uses?|wants?|permission|access|to|for|is|needed|required|bu|uygulama|için|gerekli|gerekir|izin|izni|erişim|kullanır|ister|lazım)\b|يحتاج|التطبيق|هذا|إذن|صلاحية|مطلوب|مطلوبة|إلى|يستخدم/giu
const LEAST = 20

const reason: Rule = {
  id: 'permissions.reason',
  looksAt: 'package',
  severity: 'reject',
  wrong: {
    tr: '“{code}” izninin nedeni yazılmamış (dil: {locale}).',
    en: 'The permission “{code}” has no reason (language: {locale}).',
    ar: 'لا يوجد سبب للإذن “{code}” (اللغة: {locale}).',
  },
  mend: {
    tr: 'Mağaza sahibine bu izinle ne yapacağını üç dilde, en az 20 karakterle yaz; iznin adını tekrarlama.',
    en: 'Tell the shop owner in three languages, in 20 characters at least, what you do with it; do not repeat the permission’s name.',
    ar: 'أخبر صاحب المتجر بثلاث لغات وبما لا يقل عن 20 حرفًا ماذا تفعل بالإذن، ولا تكرر اسمه.',
  },
  check(candidate) {
    const manifest = manifestOf(candidate)
    if (manifest.kind === 'theme') return []
    const { manifestPath: file } = packageOf(candidate)
    return manifest.permissions.flatMap(({ code, reason: said }, index) =>
      LOCALES.filter((locale) => !isReason(code, said[locale] ?? '')).map((locale) =>
        finding({
          file,
          place: `permissions.${index}.reason.${locale}`,
          evidence: said[locale] === undefined ? null : evidence(said[locale]),
          params: { code, locale },
        }),
      ),
    )
  },
}

function isReason(code: PermissionCode, text: string): boolean {
  if ([...text.trim()].length < LEAST) return false
  const rest = [code.replaceAll('_', ' '), ...NAMES[code]].reduce(
    (all, name) => all.replaceAll(fold(name), ' '),
    fold(text.replaceAll('_', ' ')),
  )
  return fold(rest.replace(EMPTY, ' ')).length >= 8
}

export const PERMISSION_RULES: readonly Rule[] = [reason]
