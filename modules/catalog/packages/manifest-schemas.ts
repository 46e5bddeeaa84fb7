import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { appManifest, MANIFEST_FILES, themeManifest } from './manifest.ts'

/**
 * The manifests as JSON Schema, for editors and for platforms that are not written in TypeScript.
 * They say the shape; what only code can check (parts against permissions, places against inputs)
 * is in docs/protocols/package-format.md. `node modules/catalog/packages/manifest-schemas.ts`
 * writes them; a test holds the files fresh.
 */
export const SCHEMA_FILES = [
  {
    file: new URL('../../../docs/protocols/arasta.app.schema.json', import.meta.url),
    text: schemaText(MANIFEST_FILES.app, appManifest),
  },
  {
    file: new URL('../../../docs/protocols/arasta.theme.schema.json', import.meta.url),
    text: schemaText(MANIFEST_FILES.theme, themeManifest),
  },
]

function schemaText(title: string, schema: z.ZodType): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    reused: 'ref',
  })
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`
}

if (import.meta.main) for (const { file, text } of SCHEMA_FILES) await writeFile(file, text)
