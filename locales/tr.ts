import type { Message } from '#lib/locale.ts'
import { messages as browse } from './tr/browse.ts'
import { compare } from './tr/compare.ts'
import { contact } from './tr/contact.ts'
import { contactMails } from './tr/contact-mails.ts'
import { consoleErrors } from './tr/console-errors.ts'
import { platformErrors } from './tr/console-platforms.ts'
import { consolePages } from './tr/console-pages.ts'
import { portalErrors } from './tr/portal-errors.ts'
import { decisions } from './tr/decisions.ts'
import { developer } from './tr/developer.ts'
import { enter } from './tr/enter.ts'
import { home } from './tr/home.ts'
import { item } from './tr/item.ts'
import { connect } from './tr/connect.ts'
import { owner } from './tr/owner.ts'
import { mails } from './tr/mails.ts'
import { preview } from './tr/preview.ts'
import { rights } from './tr/rights.ts'
import { receipts } from './tr/receipts.ts'
import { siteErrors } from './tr/site-errors.ts'
import { submissionErrors } from './tr/submission-errors.ts'
import { why } from './tr/why.ts'
import { messages as work } from './tr/work.ts'

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
