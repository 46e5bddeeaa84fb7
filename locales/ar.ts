import type { Message } from '#lib/locale.ts'
import { messages as browse } from './ar/browse.ts'
import { compare } from './ar/compare.ts'
import { contact } from './ar/contact.ts'
import { contactMails } from './ar/contact-mails.ts'
import { consoleErrors } from './ar/console-errors.ts'
import { platformErrors } from './ar/console-platforms.ts'
import { consolePages } from './ar/console-pages.ts'
import { portalErrors } from './ar/portal-errors.ts'
import { decisions } from './ar/decisions.ts'
import { developer } from './ar/developer.ts'
import { enter } from './ar/enter.ts'
import { home } from './ar/home.ts'
import { item } from './ar/item.ts'
import { connect } from './ar/connect.ts'
import { owner } from './ar/owner.ts'
import { mails } from './ar/mails.ts'
import { preview } from './ar/preview.ts'
import { rights } from './ar/rights.ts'
import { receipts } from './ar/receipts.ts'
import { siteErrors } from './ar/site-errors.ts'
import { submissionErrors } from './ar/submission-errors.ts'
import { why } from './ar/why.ts'
import { messages as work } from './ar/work.ts'

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
