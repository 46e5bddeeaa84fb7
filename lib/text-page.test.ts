import { expect, test } from 'vitest'
import { ARTICLE_PATHS, findArticle } from '#apps/storefront/articles/find-article.ts'
import { LOCALES } from '#lib/locale.ts'
import { readTextBody, writeTextBody } from './text-page.ts'

test('a text is parsed to headings, paragraphs, lists, tables, code and links, never to HTML', () => {
  expect(
    readTextBody(
      'Önce.\n\n## Bir\nilk satır\nikinci satır\n\n- a\n- b\n\n| Ad | Süre |\n|---|---|\n| x | 1 h |\n\n[Şartlar](/legal/terms) [Yaz](mailto:a@b.example)\n\n```\n<b>\n  kod\n```\n\n<script>alert(1)</script>',
    ),
  ).toEqual([
    { heading: '', paragraphs: ['Önce.'] },
    {
      heading: 'Bir',
      paragraphs: ['ilk satır ikinci satır', '<script>alert(1)</script>'],
      list: ['a', 'b'],
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

test('the built-in texts are the same after writing and parsing', () => {
  for (const path of ARTICLE_PATHS) {
    for (const locale of LOCALES) {
      const { parts } = findArticle(path, locale, {
        name: 'Çarşı',
        address: 'Bursa',
        mail: 'a@b.example',
      }) ?? { parts: [] }
      expect(readTextBody(writeTextBody(parts)), `${path} ${locale}`).toEqual(
        parts.map((part) =>
          part.paragraphs
            ? { ...part, paragraphs: part.paragraphs.map((text) => text.replaceAll('\n', ' ')) }
            : part,
        ),
      )
    }
  }
})
