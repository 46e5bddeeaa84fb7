import type { Message } from '#lib/messages.ts'
import { messages as browse } from './ar/browse.ts'
import { contact } from './ar/contact.ts'
import { contactMails } from './ar/contact-mails.ts'
import { home } from './ar/home.ts'
import { item } from './ar/item.ts'
import { connect } from './ar/connect.ts'
import { owner } from './ar/owner.ts'
import { mails } from './ar/mails.ts'
import { preview } from './ar/preview.ts'
import { messages as work } from './ar/work.ts'

export const messages: Record<string, Message> = { ...browse, ...connect, ...contact, ...contactMails, ...home, ...item, ...owner, ...preview, ...work, ...mails }
