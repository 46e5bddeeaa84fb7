import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { LOCALES, type Locale } from '#lib/locale.ts'

/** Beside the package: what is new in this version, for the owners of stores. */
export const NOTES_FILE = 'arasta.notes.json'

const notes = z.strictObject(
  Object.fromEntries(
    LOCALES.map((locale) => [locale, z.string().trim().min(3).max(700).optional()]),
  ) as Record<Locale, z.ZodOptional<z.ZodString>>,
)

/** The notes as the market takes them: `notes_tr`, `notes_en`, `notes_ar`. */
export async function readNotes(folder: string): Promise<Record<string, string>> {
  const file = join(folder, NOTES_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${file}: ${error.code === 'ENOENT' ? '{"tr": "…", "en": "…", "ar": "…"}' : error.message}`,
    )
  })
  const read = notes.safeParse(JSON.parse(text))
  if (!read.success)
    throw new Error(
      read.error.issues
        .map(({ path, message }) => `${file}: ${path.join('.') || '(root)'}: ${message}`)
        .join('\n'),
    )
  return Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const text = read.data[locale]
      return text === undefined ? [] : [[`notes_${locale}`, text]]
    }),
  )
}
