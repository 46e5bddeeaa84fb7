import type { Message } from '#lib/messages.ts'
import { checkout } from './en/checkout.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { installs } from './en/installs.ts'
import { screens } from './en/screens.ts'

export const messages: Record<string, Message> = { ...common, ...errors, ...screens, ...checkout, ...installs }
