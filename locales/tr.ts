import type { Message } from '#lib/messages.ts'
import { checkout } from './tr/checkout.ts'
import { common } from './tr/common.ts'
import { errors } from './tr/errors.ts'
import { installs } from './tr/installs.ts'
import { screens } from './tr/screens.ts'

export const messages: Record<string, Message> = { ...common, ...errors, ...screens, ...checkout, ...installs }
