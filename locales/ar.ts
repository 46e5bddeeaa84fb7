import type { Message } from '#lib/messages.ts'
import { messages as browse } from './ar/browse.ts'
import { item } from './ar/item.ts'
import { connect } from './ar/connect.ts'
import { mails } from './ar/mails.ts'
import { messages as work } from './ar/work.ts'

export const messages: Record<string, Message> = { ...browse, ...item, ...work, ...mails, ...connect }
