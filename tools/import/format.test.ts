import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeFormat } from './format.ts'
import { SCHEMA_FILE, schemaText } from './format-schemas.ts'

test('the JSON Schema is up to date (node tools/import/format-schemas.ts)', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(schemaText())
})

test('the examples of the document are valid lines', async () => {
  const text = await readFile(
    new URL('../../docs/protocols/catalogue-import.md', import.meta.url),
    'utf8',
  )
  const format = makeFormat((rule, what) => expect.unreachable(`${rule} ${what}`))
  const examples = [...text.matchAll(/^### (\w+)[^]*?```json\n([^]*?)```/gm)].map(
    ([, kind, said]) =>
      [kind as keyof typeof format, JSON.parse(said as string) as unknown] as const,
  )
  expect(examples.map(([kind]) => kind)).toEqual(Object.keys(format))
  for (const [kind, said] of examples)
    expect(format[kind].safeParse(said), kind).toMatchObject({ success: true })
})
