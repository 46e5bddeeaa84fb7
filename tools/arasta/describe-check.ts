import { fill, sayFinding } from '#modules/catalog/rule-pack/say.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import type { Checked } from './check.ts'
import { messagesFor } from './messages.ts'

/** Of the report's own version: what reads it in CI finds the same fields until this changes. */
const FORMAT = 1

/** For machines: every rule with its verdict, findings in every language. */
export function checkAsJson(checked: Checked): string {
  const { verdict, quarantine, sha256, reports, left, listing } = checked
  const rules = reports.map(({ rule: id, severity, verdict: own, reason, findings }) => ({
    id,
    severity,
    verdict: own,
    reason,
    findings: findings.map(({ file, line, place, evidence, params: _params, ...rest }, index) => {
      const given = findings[index]
      const words = given
        ? LOCALES.map((locale) => [locale, sayFinding(id, given, locale)] as const)
        : []
      const said = (part: 'wrong' | 'mend') =>
        Object.fromEntries(words.map(([locale, one]) => [locale, one[part]]))
      return { ...rest, file, line, place, evidence, wrong: said('wrong'), mend: said('mend') }
    }),
  }))
  return JSON.stringify(
    {
      format: FORMAT,
      verdict,
      quarantine,
      sha256,
      listing,
      rules,
      left: left.map((rule) => rule.id),
    },
    null,
    2,
  )
}

/** For people: what failed, where, and how to mend it; what could not run; one line for all. */
export function checkForPeople(checked: Checked, locale: Locale): string[] {
  const words = messagesFor(locale)
  const { reports, verdict, quarantine, left, listing } = checked
  const lines = reports.flatMap(({ rule: id, verdict: own, findings, reason }) => {
    if (own === 'passed') return []
    // Said once for all that have the same reason.
    if (own === 'could_not_run') {
      const same = reports
        .filter((one) => one.verdict === own && one.reason === reason)
        .map((one) => one.rule)
      return same[0] === id ? [`? ${words('unknown')} (${reason ?? '–'}): ${same.join(', ')}`] : []
    }
    const said = findings.map((one) => sayFinding(id, one, locale))
    return [
      `✗ ${id}`,
      ...said.flatMap((one) => [
        `    ${one.where === null ? '' : `${one.where}  `}${one.wrong}`,
        ...(one.evidence ? [`      ${words('seen')}: ${one.evidence}`] : []),
      ]),
      `      ${words('mend')}: ${said[0]?.mend ?? ''}`,
    ]
  })
  const count = (which: string) => reports.filter((report) => report.verdict === which).length
  const missing =
    listing === null && reports.some((report) => report.reason === 'there is no listing')
  return [
    ...lines,
    ...(missing ? [words('no_listing')] : []),
    ...(quarantine ? [words('quarantine')] : []),
    fill(words('left'), { rules: left.map((rule) => rule.id).join(', ') }, locale),
    fill(
      words(verdict),
      { count: reports.length, failed: count('failed'), unknown: count('could_not_run') },
      locale,
    ),
  ]
}
