import type { Message } from '#lib/messages.ts'
import { messages as browse } from './tr/browse.ts'
import { item } from './tr/item.ts'
import { connect } from './tr/connect.ts'
import { mails } from './tr/mails.ts'
import { messages as work } from './tr/work.ts'

export const messages: Record<string, Message> = { ...browse, ...item, ...work, ...mails, ...connect }
