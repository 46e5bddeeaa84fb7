import type { Database } from '../storage/database.ts'

/**
 * What the owner of the example site writes into it: markup at the end of every page's head, and
 * the text of the proof file.
 */
export interface SiteParts {
  head: string
  proof: string
}

export const MAX_LENGTH: Readonly<Record<keyof SiteParts, number>> = { head: 20_000, proof: 1_000 }

export function readParts(db: Database): SiteParts {
  const rows = db.all<{ name: keyof SiteParts; content: string }>(
    'SELECT name, content FROM own_site_part',
  )
  return {
    head: '',
    proof: '',
    ...Object.fromEntries(rows.map(({ name, content }) => [name, content])),
  }
}

export function saveParts(db: Database, parts: SiteParts): void {
  db.transaction(() => {
    for (const [name, content] of Object.entries(parts)) {
      db.run(
        'INSERT INTO own_site_part VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET content = excluded.content',
        name,
        content,
      )
    }
  })
}
