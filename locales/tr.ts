import type { Message } from '#lib/messages.ts'
import { messages as browse } from './tr/browse.ts'
import { contact } from './tr/contact.ts'
import { contactMails } from './tr/contact-mails.ts'
import { home } from './tr/home.ts'
import { item } from './tr/item.ts'
import { connect } from './tr/connect.ts'
import { owner } from './tr/owner.ts'
import { mails } from './tr/mails.ts'
import { preview } from './tr/preview.ts'
import { messages as work } from './tr/work.ts'

export const messages: Record<string, Message> = { ...browse, ...connect, ...contact, ...contactMails, ...home, ...item, ...owner, ...preview, ...work, ...mails }
