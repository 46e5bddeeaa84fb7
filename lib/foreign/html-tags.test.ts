import { expect, test } from 'vitest'
import { attributeOf, readTags } from './html-tags.ts'

test('opening tags are found where a browser sees them, with their attributes as written', () => {
  const html = `<!doctype html><BODY data-page="a > b" class=x hidden><!-- <p> --><script src='/a.js'>"<img src=b>"</script><a title="<i>" href="/?a=1&amp;b">t</a><br/><style><u></style><title><s></title><em`
  const tags = readTags(html)
  expect(tags.map(({ name }) => name)).toEqual(['body', 'script', 'a', 'br', 'style', 'title'])
  expect(tags[0]).toMatchObject({
    text: '<BODY data-page="a > b" class=x hidden>',
    attributes: [
      { name: 'data-page', value: 'a > b', isQuoted: true },
      { name: 'class', value: 'x', isQuoted: false },
      { name: 'hidden', value: '', isQuoted: false },
    ],
  })
  for (const { from, to, text } of tags) expect(html.slice(from, to)).toBe(text)
  expect([
    attributeOf(tags[2]!, 'href'),
    attributeOf(tags[2]!, 'title'),
    attributeOf(tags[2]!, 'rel'),
  ]).toEqual(['/?a=1&b', '<i>', undefined])
})

test('takes linear time for a hostile text', () => {
  for (const part of ['<a ', '<a b=', '<!--', '<script>', '<a>', '</a>', '<a b="', "<a b='x' "])
    expect(readTags(part.repeat(2 ** 20 / part.length)).length, part).toBeLessThan(2 ** 20)
})
