import { LOCALES } from '#lib/locale.ts'
import { fold } from '#lib/fold.ts'
import type { PermissionCode } from '#lib/market.ts'
import { evidence } from './evidence.ts'
import { manifestOf, packageOf } from './look.ts'
import { finding, type Rule } from './rule.ts'

/** What the permissions are called, by code and by people: saying it again is no reason. */
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
/** Words that add nothing to a name. */
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
