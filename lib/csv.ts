/**
 * Builds a CSV file for spreadsheets (RFC 4180, UTF-8 with BOM). A cell that a spreadsheet would
 * run as a formula is prefixed with an apostrophe; a plain number is not.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
