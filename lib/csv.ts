/** What a CSV file of ours begins with: spreadsheets then read UTF-8. */
export const CSV_START = '\uFEFF'

/**
 * Where a formula could begin (OWASP, CSV injection): at the start of a cell, and after what a
 * spreadsheet could take for the end of one. Excel splits at semicolons where the decimal sign is a
 * comma, and then the quotes around a cell may be none. A plain number stays a number.
 */
const FORMULA = /(^|[",;|\t\r\n])([=+\-@\uFF1D\uFF0B\uFF0D\uFF20][^",;|\t\r\n]*)/g
const NUMBER = /^-\d+(?:\.\d+)?$/

/**
 * Lines of a CSV file for spreadsheets (RFC 4180). An apostrophe stands before what a spreadsheet
 * would run as a formula.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = text
      .replace(/^[\t\r\n]/, "'$&")
      .replace(FORMULA, (whole, before: string, part: string) =>
        NUMBER.test(part) ? whole : `${before}'${part}`,
      )
    return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A whole CSV file: its head and its rows. */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  CSV_START + csvLines([head, ...rows])
