import { expect, test } from 'vitest'
import { countElements, parsePage } from './bare-react.ts'

test('the limit by React has the elements of the page', () => {
  const page = parsePage(
    '<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"/><script>a < b</script></head><body><p class="x">1 &amp; 2</p><svg viewBox="0 0 1 1"><path d="M0"/></svg></body></html>',
  )
  expect(countElements(page)).toBe(8)
  expect(page.children[1]).toMatchObject({
    tag: 'body',
    children: [
      { tag: 'p', attributes: { class: 'x' }, children: ['1 & 2'] },
      { tag: 'svg', attributes: { viewBox: '0 0 1 1' } },
    ],
  })
})
