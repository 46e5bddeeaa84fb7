import type { HomeLine, HomeSection } from '#modules/catalog/home-rules.ts'
import { orderOf } from '../ordered-table.tsx'
import { textOf } from '../read-form.ts'

/** The sections that the form of the table sends, after the move or the press on show or hide. */
export function linesOf(form: FormData): HomeLine[] {
  const hidden = new Set(textOf(form, 'hidden').split(' '))
  const toggled = textOf(form, 'toggle')
  return orderOf(form).map((section) => ({
    section: section as HomeSection,
    shown: hidden.has(section) === (section === toggled),
  }))
}

export const hiddenOf = (lines: readonly HomeLine[]): string =>
  lines
    .filter(({ shown }) => !shown)
    .map(({ section }) => section)
    .join(' ')
