/** What a CSV file of ours begins with: spreadsheets then read UTF-8. */
export const CSV_START = '\uFEFF'

/**
 * Lines of a CSV file for spreadsheets (RFC 4180). A cell that a spreadsheet would run as a formula
 * is prefixed with an apostrophe; a plain number is not.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A whole CSV file: its head and its rows. */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  CSV_START + csvLines([head, ...rows])
