import { fold } from '#lib/text.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { FileProblem } from '../packages/inspect-file.ts'
import type { PackageRefusalCode } from '../packages/problems.ts'
import {
  evidence,
  lineOfPlace,
  listingOf,
  manifestLanguages,
  manifestOf,
  packageOf,
} from './sources.ts'
import { LOOK_LIMITS } from './read-candidate.ts'
import { CannotCheck, finding, type Finding, type Rule } from './rule.ts'
import { packageText } from './say.ts'

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
  check({ package: read }) {
    if (!read) throw new CannotCheck('there is no package')
    if (!read.refusal) return []
    const { code, params } = read.refusal
    const why = packageText(code, params)
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
  const why = packageText(code, { path, detail: evidence(detail), limit: detail })
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
  check(candidate) {
    const manifest = manifestOf(candidate)
    if (manifest.kind === 'theme') return []
    const { manifestPath: file } = packageOf(candidate)
    return manifest.permissions.flatMap(({ code, reason: said }, index) =>
      manifestLanguages(manifest)
        .filter((locale) => !isReason(code, said[locale] ?? ''))
        .map((locale) =>
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
