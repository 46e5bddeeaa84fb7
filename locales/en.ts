import type { Message } from '#lib/messages.ts'
import { messages as browse } from './en/browse.ts'
import { contact } from './en/contact.ts'
import { contactMails } from './en/contact-mails.ts'
import { home } from './en/home.ts'
import { item } from './en/item.ts'
import { connect } from './en/connect.ts'
import { owner } from './en/owner.ts'
import { mails } from './en/mails.ts'
import { preview } from './en/preview.ts'
import { messages as work } from './en/work.ts'

export const messages: Record<string, Message> = { ...browse, ...connect, ...contact, ...contactMails, ...home, ...item, ...owner, ...preview, ...work, ...mails }
