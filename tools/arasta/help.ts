import type { Locale } from '#lib/locale.ts'
import { messagesFor } from './messages.ts'

export const COMMANDS = [
  'create',
  'dev',
  'check',
  'publish',
  'status',
  'logs',
  'replay',
  'clock',
] as const
export type Command = (typeof COMMANDS)[number]
export const isCommand = (text: string | undefined): text is Command =>
  (COMMANDS as readonly (string | undefined)[]).includes(text)

/** What the program does, or what one command does. */
export const helpFor = (command: Command | null, locale: Locale): string =>
  messagesFor(locale)(command === null ? 'help' : `help.${command}`)
