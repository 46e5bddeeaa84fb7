import type { Message } from '#lib/messages.ts'
import { messages as browse } from './en/browse.ts'
import { item } from './en/item.ts'
import { owner } from './en/owner.ts'
import { mails } from './en/mails.ts'
import { preview } from './en/preview.ts'
import { messages as work } from './en/work.ts'

export const messages: Record<string, Message> = { ...browse, ...item, ...owner, ...preview, ...work, ...mails }
