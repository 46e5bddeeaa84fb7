import { DEMO_LOCALES } from './demo-locales.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildDemoCatalogue } from './build-packages.ts'
import { readPictures } from './picture-archive.ts'
import { onShopOf } from './stage/on-shop-of.ts'

const FOLDER = join(import.meta.dirname, 'pictures')

const items = await buildDemoCatalogue()

describe.each(items.map((item) => ({ prefix: item.prefix, item })))(
  'the pictures of $prefix',
  ({ prefix, item }) => {
    const read = () => readPictures({ prefix })

    it('show its cover on a desktop and on a phone, and two screenshots, in every language', async () => {
      const { pictures } = await read()
      for (const locale of DEMO_LOCALES) {
        const own = pictures.filter((picture) => picture.locale === locale)
        expect(own.map((picture) => `${picture.role} ${picture.device}`).slice(0, 2)).toEqual([
          'cover desktop',
          'cover phone',
        ])
        expect(own.filter((picture) => picture.role === 'screenshot')).toHaveLength(2)
      }
    })

    it('say what they show, as the shots are described', async () => {
      const { pictures } = await read()
      expect(pictures.map((picture) => picture.alt)).toEqual(
        (await onShopOf(item)).shots.flatMap((shot) => DEMO_LOCALES.map(() => shot.alt)),
      )
      for (const { alt } of pictures)
        for (const locale of DEMO_LOCALES) expect(alt[locale].length).toBeGreaterThan(10)
    })

    it('are there, whole, in AVIF and WebP, and small enough for a page', async () => {
      const { pictures, files } = await read()
      for (const picture of pictures) {
        expect(picture.sources.map((source) => source.type)).toEqual([
          'image/avif',
          'image/avif',
          'image/webp',
        ])
        expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
        expect(picture.placeholder.length).toBeLessThan(600)
        expect(picture.width / picture.height).toBeCloseTo(
          picture.device === 'phone' ? 390 / 844 : 1280 / 800,
          2,
        )
        for (const { path, type } of picture.sources) {
          const bytes = files.get(path) ?? Buffer.alloc(0)
          expect(bytes.subarray(8, 12).toString(), path).toBe(
            type === 'image/avif' ? 'avif' : 'WEBP',
          )
          if (type === 'image/avif') expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
          expect(bytes.length, path).toBeLessThan(90_000)
        }
      }
    })

    it('leave no file behind that nothing shows', async () => {
      const { pictures, files } = await read()
      const shown = pictures.flatMap((picture) => picture.sources.map((source) => source.path))
      expect([...files.keys()].sort()).toEqual(shown.sort())
    })
  },
)

describe('all pictures together', () => {
  it('stay under 28 MB', async () => {
    const files = await readdir(FOLDER, { recursive: true, withFileTypes: true })
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(28 * 1024 * 1024)
  })
})
