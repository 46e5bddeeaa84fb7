import { readFileSync, writeFileSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'

/** A clock in a file, by which several processes live; `CLOCK_FILE` names it to them. */
export const fileClock = (file: string): Clock => ({
  now: () => new Date(Number(readFileSync(file, 'utf8'))),
})

export const setFileClock = (file: string, at: Date): void =>
  writeFileSync(file, String(at.getTime()))
