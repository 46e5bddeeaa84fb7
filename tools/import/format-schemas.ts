import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { FILES, makeFormat } from './format.ts'

/**
 * The form of a catalogue as JSON Schema, for editors and for those who write converters in other
 * languages: `$defs` has one for `catalogue.json` and one for a line of each file. `node
 * tools/import/format-schemas.ts` writes it; a test holds it fresh.
 */
export const SCHEMA_FILE = new URL(
  '../../docs/protocols/catalogue-import.schema.json',
  import.meta.url,
)

export function schemaText(): string {
  const format = makeFormat(() => {})
  const defs = Object.entries(format).map(([kind, schema]) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
    return [
      kind,
      {
        title:
          kind === 'catalogue'
            ? 'catalogue.json'
            : `A line of ${FILES[kind as keyof typeof FILES]}`,
        ...rest,
      },
    ]
  })
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Catalogue import, format 1',
    $defs: Object.fromEntries(defs),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

if (import.meta.main) await writeFile(SCHEMA_FILE, schemaText())
