import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'

/** A clock in a file, by which several processes live; `CLOCK_FILE` names it to them. */
export const fileClock = (file: string): Clock => ({
  now: () => new Date(Number(readFileSync(file, 'utf8'))),
})

/** Replaces the file: who reads while it is written would find it empty, and live in 1970. */
export function setFileClock(file: string, at: Date): void {
  writeFileSync(`${file}.next`, String(at.getTime()))
  renameSync(`${file}.next`, file)
}
