import { expect, test } from 'vitest'
import { HEAD_BYTES, readHtmlHead } from './html-head.ts'

const read = (html: string) => readHtmlHead(Buffer.from(html))

test('a head is parsed as browsers do: quotes, case, entities, comments, scripts and titles', () => {
  expect(
    read(`\ufeff<!doctype html>\n<HTML><HEAD><META NAME=Generator content='a > b &amp; c'><meta content=x name="arasta-site" name=other><link href="/a.css"><script src=/b.js>"<meta name=s content=s>"</script>
    <title><meta name=t content=t></title><!-- <meta name=c content=c> --><style>/*<meta name=y content=y>*/</style><noscript><link href=/n.css></noscript><meta name=last content="">`),
  ).toEqual({
    metas: [
      { name: 'generator', content: 'a > b & c' },
      { name: 'arasta-site', content: 'x' },
      { name: 'last', content: '' },
    ],
    addresses: ['/a.css', '/b.js', '/n.css'],
  })
})

test.each([
  '</head>',
  '<body>',
  '<p>',
  'a word',
  '<div hidden>',
  '<template>',
  '<svg>',
  '</head><!-- -->',
])('nothing counts below %s, where a browser would begin the body', (end) => {
  expect(read(`<html><head>${end}<meta name=m content=m>`).metas).toEqual([])
})

test('reads no more than the limit', () => {
  expect(read(`${' '.repeat(HEAD_BYTES)}<meta name=m content=m>`).metas).toEqual([])
  expect(read(`${' '.repeat(HEAD_BYTES - 24)}<meta name=m content=m>`).metas).toHaveLength(1)
})
