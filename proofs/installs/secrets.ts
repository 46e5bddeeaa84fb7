import type { Violation } from './violation.ts'

const TICKET = /ticket=[A-Za-z0-9_-]{16,}/

/** Opens a package, a store or a session: none of it may be in what the processes wrote. */
export function secretsIn(output: string, secrets: readonly string[]): Violation[] {
  const found: Violation[] = []
  const lineWith = (what: string) =>
    output
      .split('\n')
      .find((line) => line.includes(what))
      ?.slice(0, 160)
      .replaceAll(what, '…') ?? ''
  const ticket = TICKET.exec(output)?.[0]
  if (ticket !== undefined)
    found.push({
      invariant: 'SECRET',
      where: 'log',
      what: `has a download ticket: ${lineWith(ticket)}`,
    })
  const told = secrets.filter((secret) => secret !== '' && output.includes(secret))
  if (told.length > 0)
    found.push({
      invariant: 'SECRET',
      where: 'log',
      what: `has ${told.length} secrets: ${lineWith(told[0] ?? '')}`,
    })
  return found
}
