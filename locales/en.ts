import type { Message } from '#lib/locale.ts'
import { messages as browse } from './en/browse.ts'
import { compare } from './en/compare.ts'
import { contact } from './en/contact.ts'
import { contactMails } from './en/contact-mails.ts'
import { consoleErrors } from './en/console-errors.ts'
import { platformErrors } from './en/console-platforms.ts'
import { consolePages } from './en/console-pages.ts'
import { portalErrors } from './en/portal-errors.ts'
import { decisions } from './en/decisions.ts'
import { developer } from './en/developer.ts'
import { enter } from './en/enter.ts'
import { home } from './en/home.ts'
import { item } from './en/item.ts'
import { connect } from './en/connect.ts'
import { owner } from './en/owner.ts'
import { mails } from './en/mails.ts'
import { preview } from './en/preview.ts'
import { rights } from './en/rights.ts'
import { receipts } from './en/receipts.ts'
import { siteErrors } from './en/site-errors.ts'
import { submissionErrors } from './en/submission-errors.ts'
import { why } from './en/why.ts'
import { messages as work } from './en/work.ts'

export const messages: Record<string, Message> = {
  ...browse,
  ...compare,
  ...connect,
  ...contact,
  ...consoleErrors,
  ...platformErrors,
  ...contactMails,
  ...consolePages,
  ...portalErrors,
  ...decisions,
  ...developer,
  ...enter,
  ...home,
  ...item,
  ...owner,
  ...preview,
  ...receipts,
  ...rights,
  ...siteErrors,
  ...submissionErrors,
  ...why,
  ...work,
  ...mails,
}
