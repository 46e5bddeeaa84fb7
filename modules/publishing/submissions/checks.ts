import {
  RULES,
  type Rule,
  type RuleReport,
  type Verdict,
  rulesThatLookAt,
} from '#modules/catalog/public.ts'

/** Checks on the scratch shop, in the form of rules of the rule pack. */
export type ScratchCheck = Pick<Rule, 'id' | 'severity' | 'wrong' | 'mend'>

const SCRATCH_CHECKS = [
  {
    id: 'scratch.install',
    severity: 'reject',
    wrong: {
      tr: 'Deneme mağazasına kurulamadı: {part}',
      en: 'It could not be installed on a trial shop: {part}',
      ar: 'تعذّر تثبيته في متجر تجريبي: {part}',
    },
    mend: {
      tr: '“arasta dev” ile kendi deneme mağazanda kur; platformun reddettiği parçayı düzelt.',
      en: 'Install it on a trial shop of your own with “arasta dev”, and mend the part that the platform refuses.',
      ar: 'ثبّته في متجر تجريبي لديك بالأمر “arasta dev” وأصلح الجزء الذي ترفضه المنصة.',
    },
  },
  {
    id: 'scratch.pages',
    severity: 'reject',
    wrong: {
      tr: 'Ürün kuruluyken mağazanın {path} sayfası {status} yanıtı verdi.',
      en: 'With the item on it, the shop’s page {path} answered {status}.',
      ar: 'بعد التثبيت أجابت صفحة المتجر {path} بالرمز {status}.',
    },
    mend: {
      tr: 'Sayfaya eklediğin kodu kapatılmamış etiketler için denetle.',
      en: 'Look through the markup that goes onto the page for tags that are not closed.',
      ar: 'تحقق من الشفرة المضافة إلى الصفحة بحثًا عن وسوم غير مغلقة.',
    },
  },
  {
    id: 'scratch.uninstall',
    severity: 'reject',
    wrong: {
      tr: 'Kaldırıldıktan sonra mağaza eskisi gibi değil: {where}',
      en: 'After the uninstall the shop was not as it had been: {where}',
      ar: 'بعد الإزالة لم يعد المتجر كما كان: {where}',
    },
    mend: {
      tr: 'Mağazada bıraktığın her şeyi platformun kaldırabildiği parçalarla koy.',
      en: 'Put everything on the shop by parts that the platform can take off again.',
      ar: 'ضع كل شيء في المتجر بأجزاء تستطيع المنصة إزالتها.',
    },
  },
  {
    id: 'scratch.pictures',
    severity: 'reject',
    wrong: {
      tr: 'Deneme mağazasının resmi yok.',
      en: 'There are no pictures of the trial shop.',
      ar: 'لا صور للمتجر التجريبي.',
    },
    mend: {
      tr: 'Senin yapacağın bir şey yok; denetçi kendisi bakar.',
      en: 'There is nothing for you to do; the reviewer looks by hand.',
      ar: 'لا شيء عليك؛ ينظر المراجع بنفسه.',
    },
  },
] as const satisfies readonly ScratchCheck[]
export type ScratchId = (typeof SCRATCH_CHECKS)[number]['id']

/** One report per scratch check; untried ones "could not run" for the reason `otherwise`. */
export function scratchReports(
  results: Partial<
    Record<
      ScratchId,
      { verdict: Verdict; reason?: string; params?: Record<string, string | number> }
    >
  >,
  otherwise: string,
): RuleReport[] {
  return SCRATCH_CHECKS.map(({ id, severity }) => {
    const {
      verdict,
      reason = null,
      params = {},
    } = results[id] ?? { verdict: 'could_not_run' as const, reason: otherwise }
    const findings =
      verdict === 'failed' ? [{ file: null, line: null, place: null, evidence: null, params }] : []
    return { rule: id, severity, verdict, findings, reason: reason?.slice(0, 300) ?? null }
  })
}

/**
 * Prefix and kind are the item's own and no draft changes them, so `manifest.*` rules are skipped
 * for a listing alone.
 */
const LISTING_ALONE = rulesThatLookAt('listing', 'market').filter(
  ({ id }) => !id.startsWith('manifest.'),
)

/** The rules that apply to a submission. */
export const rulesFor = ({ version }: { version: string | null }): readonly Rule[] =>
  version === null ? LISTING_ALONE : RULES

/**
 * Checks that must pass: for a listing alone the listing rules; for a release also the scratch
 * shop's.
 */
export const requiredOf = ({ version }: { version: string | null }): readonly Pick<Rule, 'id'>[] =>
  version === null ? LISTING_ALONE : [...RULES, ...SCRATCH_CHECKS]

const WORDS = new Map<string, Pick<Rule, 'wrong' | 'mend'>>(
  [...RULES, ...SCRATCH_CHECKS].map((rule) => [rule.id, rule]),
)
export const ruleOf = (id: string): Pick<Rule, 'wrong' | 'mend'> | undefined => WORDS.get(id)

/** Required checks without a passing report, and other reports that did not pass. */
export function notPassed(
  row: { version: string | null },
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
): Pick<RuleReport, 'rule' | 'verdict'>[] {
  const missing = requiredOf(row)
    .filter(({ id }) => !reports.some((report) => report.rule === id))
    .map(({ id }) => ({ rule: id, verdict: 'could_not_run' as const }))
  return [...reports.filter((report) => report.verdict !== 'passed'), ...missing]
}

/**
 * Checks on the scratch shop can be done by hand when no shop or browser was available; rule pack
 * checks cannot.
 */
export const canCheckByHand = ({ rule, verdict }: Pick<RuleReport, 'rule' | 'verdict'>): boolean =>
  verdict === 'could_not_run' && rule.startsWith('scratch.')
