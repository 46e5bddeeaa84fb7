import { describe, expect, it } from 'vitest'
import { pathsFor } from '../paths.ts'
import { afterPause, moved, optionsFrom } from './suggestion-list.tsx'

const suggested = {
  words: ['galeri seti'],
  corrected: null,
  items: [{ slug: 'gallery', name: 'Galeri', icon: '/g.svg' }],
  categories: [{ slug: 'visuals', name: 'Görseller' }],
  developers: [{ slug: 'gal', name: 'Gal & Co' }],
}

describe('suggestions (D24, S2.3)', () => {
  it("lead to a search, an item, a category, a developer's page, on the side where the reader is", () => {
    expect(optionsFrom(suggested, pathsFor(false)).map((one) => one.href)).toEqual([
      '/search?q=galeri+seti',
      '/gallery',
      '/list?category=visuals',
      '/developers/gal',
    ])
    expect(optionsFrom(suggested, pathsFor(true))[1]?.href).toBe('/market/gallery')
  })

  it('begin with the word that was meant', () => {
    expect(optionsFrom({ ...suggested, corrected: 'galeri' }, pathsFor(false))[0]).toMatchObject({
      kind: 'word',
      name: 'galeri',
    })
  })

  it('are walked through in a circle that the field belongs to', () => {
    expect([
      moved(-1, 1, 2),
      moved(0, 1, 2),
      moved(1, 1, 2),
      moved(-1, -1, 2),
      moved(-1, 1, 0),
    ]).toEqual([0, 1, -1, 1, -1])
  })

  it('are asked for once when the typing pauses, and not again for the same text', () => {
    const asked: string[] = []
    let run = () => {}
    const pause = afterPause(
      (text) => asked.push(text),
      (next) => {
        run = next
        return () => {
          run = () => {}
        }
      },
    )
    for (const text of ['g', 'ga', 'gal ']) pause.typed(text)
    run()
    run = () => {}
    pause.typed('gal')
    run()
    expect(asked).toEqual(['gal'])
  })
})
