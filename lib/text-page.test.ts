import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTextBody, readTextFile, writeTextBody } from './text-page.ts'

test('a text is parsed to headings, paragraphs, lists, tables, code and links, never to HTML', () => {
  expect(
    readTextBody(
      'Önce.\n\n## Bir\nilk satır\nikinci satır\n\n- a\n- b\n  c\n\n| Ad | Süre |\n|---|---|\n| x | 1 h |\n\n[Şartlar](/legal/terms) [Yaz](mailto:a@b.example)\n\n```\n<b>\n  kod\n```\n\n<script>alert(1)</script>',
    ),
  ).toEqual([
    { heading: '', paragraphs: ['Önce.'] },
    {
      heading: 'Bir',
      paragraphs: ['ilk satır ikinci satır', '<script>alert(1)</script>'],
      list: ['a', 'b c'],
      table: { head: ['Ad', 'Süre'], rows: [['x', '1 h']] },
      links: [
        { href: '/legal/terms', name: 'Şartlar' },
        { href: 'mailto:a@b.example', name: 'Yaz' },
      ],
      code: '<b>\n  kod',
    },
  ])
})

test('a link leads to a path of ours or an https URL only', () => {
  for (const href of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://evil.example',
    'data:text/html,x',
  ])
    expect(readTextBody(`[x](${href})`)[0]?.links ?? [], href).toEqual([])
  expect(readTextBody('[x](https://example.com/a)')[0]?.links).toEqual([
    { href: 'https://example.com/a', name: 'x' },
  ])
})

test('the texts of every language are the same after reading and writing', () => {
  const files = globSync('locales/*/articles/**/*.md')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const { title, lead, parts } = readTextFile(readFileSync(file, 'utf8'))
    expect([title, lead], file).not.toContain('')
    expect(readTextBody(writeTextBody(parts)), file).toEqual(parts)
  }
})
