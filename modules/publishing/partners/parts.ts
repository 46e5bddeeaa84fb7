import { LOCALES } from '#lib/locale.ts'

/** What is edited on one page: a language's words, what holds in all of them, pictures, plans. */
export const PARTS = [...LOCALES, 'about', 'pictures', 'plans'] as const
export type Part = (typeof PARTS)[number]
