import { z } from 'zod'
import { isOneAddress } from '#lib/field-rules.ts'
import { LOCALES } from '#lib/locale.ts'

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/, 'has a line break or a control character')
/** Tabs, which people paste from tables, become spaces. */
const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\t', '  '))
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'has a control character')

/** What the mail itself says: these headers are ours. */
const OWN_HEADERS =
  /^(to|cc|bcc|from|sender|subject|date|message-id|return-path|received|mime-version|content-.*|dkim-.*|auto-submitted)$/i

/**
 * A mail in its parts; one template makes text and HTML of it. What could break out of a header
 * does not pass (ABU-1), so what a stranger typed belongs into `paragraphs` (line breaks are kept
 * there) or is put on one line before.
 */
export const mailSchema = z.strictObject({
  /** A second mail with the same key is the same mail and is not sent again. */
  key: z.string().min(1).max(200),
  to: z.string().max(254).refine(isOneAddress, 'is not one address'),
  locale: z.enum(LOCALES),
  subject: oneLine(200),
  paragraphs: z.array(lines(10_000)).min(1).max(30),
  /** Shown big, e.g. a one-time code. */
  code: oneLine(40).optional(),
  action: z
    .strictObject({ label: oneLine(80), url: z.url({ protocol: /^https?$/ }).max(2000) })
    .optional(),
  /** Small print: why this mail came and what to do when it should not have. */
  footnote: lines(2000).optional(),
  /**
   * What is attached, by the name that its owner knows it by (`Services.mailAttachment`); made when
   * the mail is sent, and not kept in it.
   */
  attachments: z
    .array(z.string().regex(/^[a-z]{1,20}:[A-Za-z0-9_-]{1,60}$/))
    .max(4)
    .optional(),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/)
        .refine((name) => !OWN_HEADERS.test(name), 'is a header of ours'),
      oneLine(900),
    )
    .optional(),
})
export type Mail = z.output<typeof mailSchema>
