import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { COUNTED, type RuleId } from './rules.ts'

/** Lines are gathered to so many characters before they are written. */
const BUFFER_SIZE = 64 * 1024

export interface Report {
  /**
   * `skipped` where nothing of the line was taken; `id`: the catalogue's id of the item, partner or
   * category that the line is about.
   */
  add(file: string, line: number, rule: RuleId, what: string, skipped: boolean, id?: string): void
  /** How often each rule was used. */
  counts: Map<RuleId, number>
  /** Lines of which something was repaired, and lines that were skipped. */
  repaired: number
  skipped: number
  /** Writes the counted rules and puts the file in place. */
  close(): void
}

/**
 * Nothing of what a catalogue holds may reach the columns of the report, or the terminal that shows
 * it.
 */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 300)

/**
 * A table with tabs: file, line, rule, what was done, id. It takes its place only when the import
 * has ended.
 */
export function openReport(path: string): Report {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  let room = 'file\tline\trule\twhat was done\tid\n'
  const counted = new Map<string, { file: string; rule: RuleId; what: string; times: number }>()
  let last = ''
  const write = (row: string): void => {
    room += row
    if (room.length < BUFFER_SIZE) return
    writeSync(file, room)
    room = ''
  }
  const report: Report = {
    counts: new Map(),
    repaired: 0,
    skipped: 0,
    add(name, line, rule, what, skipped, id = '') {
      report.counts.set(rule, (report.counts.get(rule) ?? 0) + 1)
      if (COUNTED.has(rule)) {
        const key = `${name} ${rule} ${what}`
        const known = counted.get(key)
        if (known) known.times += 1
        else counted.set(key, { file: name, rule, what, times: 1 })
        return
      }
      // A line may have had several repairs.
      if (skipped) report.skipped += 1
      else if (last !== `${name} ${line}`) report.repaired += 1
      last = `${name} ${line}`
      write(
        `${name}\t${line}\t${rule}\t${skipped ? 'skipped' : 'repaired'}: ${oneLine(what)}\t${oneLine(id)}\n`,
      )
    },
    close() {
      for (const { file: name, rule, what, times } of counted.values()) {
        write(`${name}\t\t${rule}\tleft out ${times} times: ${oneLine(what)}\t\n`)
      }
      writeSync(file, room)
      closeSync(file)
      renameSync(draft, path)
    },
  }
  return report
}
