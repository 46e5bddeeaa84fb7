import { z } from 'zod'

/**
 * How the loader tells which page of a site is which (D4c). Data attributes on the page itself come
 * before these.
 */

export const PAGE_TYPES = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const
export type PageType = (typeof PAGE_TYPES)[number]

/** A path as the owner writes it: `/urun/*`, `/cart`; `*` stands for anything. */
const pattern = z
  .string()
  .max(200)
  .regex(/^\/[^\s?#\\]*$/, 'field.site_path')
/** What a browser can look for; a selector that it cannot read fits no page. */
const selector = z
  .string()
  .max(200)
  .regex(/^[^{}<\\\p{Cc}]*$/u, 'field.site_selector')

export const pageRule = z
  .strictObject({
    page: z.enum(PAGE_TYPES),
    /** The path that such a page has. */
    path: pattern.optional(),
    /** What stands on such a page. */
    has: selector.optional(),
    /** Where on it blocks go, at the end; without one, at the end of the main part. */
    into: selector.optional(),
  })
  .refine((rule) => Boolean(rule.path ?? rule.has), { error: 'field.site_rule', path: ['path'] })
export type PageRule = z.output<typeof pageRule>

export const MOST_RULES = 30
export const pageRules = z.array(pageRule).max(MOST_RULES)

/**
 * The placements that a page on any site can have; pages of an order are no business of a script
 * (S3.8).
 */
export const SITE_PLACEMENTS = [1, 2, 3, 4, 5, 1003, 1004, 1054] as const
