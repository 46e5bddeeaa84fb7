import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isLocale } from './catalogue/product.ts'
import type { Locale } from './catalogue/product.ts'

/** Markup as the templates give it: everything filled in is escaped. */
export type Html = ReturnType<typeof import('hono/html').html>

/**
 * Was this form sent by one of our own pages? Browsers send `Sec-Fetch-Site`, or at least `Origin`;
 * what sends neither is no browser and holds no cookies of anybody else.
 */
export function isOwnForm(c: Context, origin: string): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const sent = c.req.header('origin')
  return sent === undefined || sent === origin
}

/** `?hl=` wins and is remembered, then the cookie, then what the store speaks first. */
export function chooseLocale(c: Context, offered: readonly Locale[], first: Locale): Locale {
  const asked = c.req.query('hl')?.toLowerCase()
  const usable = (value: string | undefined): value is Locale =>
    value !== undefined && isLocale(value) && offered.includes(value)
  if (usable(asked)) {
    if (getCookie(c, 'hl') !== asked)
      setCookie(c, 'hl', asked, { path: '/', maxAge: 31_536_000, sameSite: 'Lax' })
    return asked
  }
  const kept = getCookie(c, 'hl')
  return usable(kept) ? kept : first
}

/** The address of this page in another language. */
export function inLanguage(c: Context, locale: Locale): string {
  const { pathname, searchParams } = new URL(c.req.url)
  const query = new URLSearchParams(searchParams)
  query.set('hl', locale)
  return `${pathname}?${query}`
}

export const languageNames: Record<Locale, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' }
export const directionOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr')
export const newNonce = (): string => randomBytes(16).toString('base64')
