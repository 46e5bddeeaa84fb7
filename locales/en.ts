import type { Message } from '#lib/messages.ts'
import { messages as browse } from './en/browse.ts'
import { item } from './en/item.ts'
import { connect } from './en/connect.ts'
import { mails } from './en/mails.ts'
import { messages as work } from './en/work.ts'

export const messages: Record<string, Message> = { ...browse, ...item, ...work, ...mails, ...connect }
