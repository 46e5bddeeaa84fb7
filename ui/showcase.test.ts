import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { Showcase } from './showcase.tsx'

const pages = Object.fromEntries(
  ['tr', 'en', 'ar'].map((language) => [
    language,
    renderToStaticMarkup(createElement(Showcase, { language })),
  ]),
)
const folder = new URL('./', import.meta.url)
const read = (name: string) => [name, readFileSync(new URL(name, folder), 'utf8')] as const
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const components = names.filter((name) => /(?<!\.test)\.tsx$/.test(name)).map(read)
const sheets = names.filter((name) => name.endsWith('.css')).map(read)

test.each(Object.entries(pages))(
  'every component shows itself in %s without a style attribute, so a strict content policy holds',
  (_, html) => {
    expect(html).not.toMatch(/<[^>]* style=/)
  },
)

test.each(Object.entries(pages))('no id is used twice in %s', (_, html) => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
})

test.each(Object.entries(pages))(
  'every picture has its size and every control a name in %s',
  (_, html) => {
    for (const [image] of html.matchAll(/<img [^>]*>/g)) {
      for (const attribute of [/ alt="/, / width="\d+"/, / height="\d+"/])
        if (!image.includes('aria-hidden')) expect(image).toMatch(attribute)
    }
    for (const [, id] of html.matchAll(/aria-describedby="([^" ]+)/g))
      expect(html).toContain(`id="${id}"`)
    for (const [, id] of html.matchAll(/<label for="([^"]+)"/g))
      expect(html).toContain(`id="${id}"`)
  },
)

const PHYSICAL_CLASS =
  /^-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr]|rounded-[tb][lr]|scroll-[mp][lr]|(?:text|float|clear)-(?:left|right))(?:-|$)/
const PHYSICAL_PROPERTY =
  /(?:^|[\s;{])(?:(?:[a-z-]+-)?(?:left|right)(?:-[a-z-]+)?|(?:text-align|float|clear):\s*(?:left|right))\s*[:;]/m

test('no class name knows left from right, only start and end', () => {
  const words = components.flatMap(([name, text]) =>
    [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].flatMap(([, a, b]) =>
      (a ?? b ?? '').split(' ').map((word) => [name, word.split(':').at(-1)!]),
    ),
  )
  expect(words.length).toBeGreaterThan(1000)
  // "left" alone is a word of the showcase's sentences
  expect(
    words.filter(([, word]) => PHYSICAL_CLASS.test(word!) && word !== 'left' && word !== 'right'),
  ).toEqual([])
})

test('no style sheet knows left from right', () => {
  expect(PHYSICAL_PROPERTY.test('a { margin-left: 1px }')).toBe(true)
  expect(sheets.filter(([, text]) => PHYSICAL_PROPERTY.test(text)).map(([name]) => name)).toEqual(
    [],
  )
})

/** Texts that stand between tags. */
function texts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(texts)
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'JSXText' && 'value' in node)
    return [String(node.value).trim()]
  return Object.values(node).flatMap(texts)
}

test('a component holds no words of its own: texts come in by props', () => {
  const own = components.filter(([name]) => !name.startsWith('showcase'))
  const words = own.flatMap(([name, text]) =>
    texts(parseSync(name, text).program)
      .filter((found) => /\p{L}{2}/u.test(found))
      .map((found) => `${name}: ${found}`),
  )
  expect(words).toEqual([])
})

/** Every declaration with its source: what it is made of stands there by name. */
const parts = new Map(
  components
    .filter(([name]) => !name.startsWith('showcase'))
    .flatMap(([, text]) =>
      text
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .split(/^(?=\w)/m)
        .flatMap((source) => {
          const name = /^(?:export )?(?:function|const) (\w+)/.exec(source)?.[1]
          return name === undefined ? [] : [[name, source] as const]
        }),
    ),
)
const exported = components
  .filter(([name]) => !name.startsWith('showcase'))
  .flatMap(([, text]) =>
    [...text.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name!),
  )

test('every component of this folder is on the page, by itself or as part of another that is', () => {
  const shown = new Set<string>()
  const walk = (text: string) => {
    for (const [name] of text.matchAll(/\b\w+\b/g)) {
      if (!parts.has(name) || shown.has(name)) continue
      shown.add(name)
      walk(parts.get(name)!)
    }
  }
  for (const [name, text] of components)
    if (name.startsWith('showcase/')) walk(text.replaceAll(/^import .*$/gm, ''))
  expect(exported.length).toBeGreaterThan(70)
  // two show nothing; the third is placed by a style that only a script sets
  const ABSENT = ['LinkProvider', 'ReplayEdits', 'SplitHandle']
  expect(exported.filter((name) => !shown.has(name) && !ABSENT.includes(name))).toEqual([])
})

test('the page shows what a component can be: wrong, off, busy, chosen, empty, long, on every screen', () => {
  const html = pages.en!
  const states = [
    /<input[^>]*aria-invalid="true"/,
    /<input[^>]* disabled=""/,
    /<button[^>]*aria-disabled="true"/,
    /<button[^>]* disabled=""/,
    / checked=""/,
    /aria-current="page"/,
    /<details/,
    /<dialog/,
    /<iframe[^>]*sandbox="allow-scripts allow-forms"/,
    ...['desktop', 'tablet', 'phone'].map((device) => new RegExp(`data-device="${device}"`)),
  ]
  expect(states.filter((state) => !state.test(html)).map(String)).toEqual([])
})
