import type { Locale } from '../../lib/locale.ts'

/** The languages of the demo catalogue. A text exists in all of them, each written for its readers. */
export const DEMO_LOCALES = ['tr', 'en', 'ar'] as const satisfies readonly Locale[]
export type DemoLocale = (typeof DEMO_LOCALES)[number]

/**
 * The languages of categories, collections, banners and listings; packages and pictures have those
 * of DEMO_LOCALES.
 */
export const WINDOW_LOCALES = ['tr', 'en', 'ar', 'de', 'es'] as const satisfies readonly Locale[]
export type WindowTexts = Record<(typeof WINDOW_LOCALES)[number], string>
