export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const

/** Of one person at a time. */
export const MOST_EXPORTS = 20
/** In a file; a spreadsheet takes no more than ten times as many. */
export const MOST_EXPORT_ROWS = 100_000
/** A file is put together in memory when it is taken. */
export const MOST_EXPORT_BYTES = 32 * 1024 * 1024
export const EXPORT_DAYS = 7
/** A file whose rows cannot be read so often is given up. */
export const MOST_TURNS = 5
