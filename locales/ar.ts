import type { Message } from '#lib/messages.ts'
import { messages as browse } from './ar/browse.ts'
import { compare } from './ar/compare.ts'
import { contact } from './ar/contact.ts'
import { contactMails } from './ar/contact-mails.ts'
import { item } from './ar/item.ts'
import { connect } from './ar/connect.ts'
import { owner } from './ar/owner.ts'
import { mails } from './ar/mails.ts'
import { preview } from './ar/preview.ts'
import { why } from './ar/why.ts'
import { messages as work } from './ar/work.ts'

export const messages: Record<string, Message> = { ...browse, ...compare, ...connect, ...contact, ...contactMails, ...item, ...owner, ...preview, ...why, ...work, ...mails }
