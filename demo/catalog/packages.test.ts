import { describe, expect, it } from 'vitest'
import { answersSchema, defaultAnswers } from '../../modules/catalog/packages/inputs.ts'
import { assetsOf, type AppManifest } from '../../modules/catalog/packages/manifest.ts'
import { fillSettings, listPlaceholders } from '../../modules/catalog/packages/placeholders.ts'
import { readPackage } from '../../modules/catalog/packages/read-package.ts'
import { SEEDS } from '../../modules/stores/platforms/seeds.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import type { DemoRelease } from './demo-item.ts'

const items = await buildDemoCatalogue()
const releases = items.flatMap((item) =>
  item.releases.map((release) => ({ name: `${item.prefix} ${release.version}`, item, release })),
)
const appReleases = releases.flatMap((one) =>
  one.release.manifest.kind === 'app' ? [{ ...one, app: one.release.manifest }] : [],
)
const partsOf = (app: AppManifest) => [...app.tracking_codes, ...app.design_blocks]

async function textFiles(release: DemoRelease): Promise<{ path: string; text: string }[]> {
  const opened = await readPackage({ bytes: release.zip })
  return Promise.all(
    opened.files
      .filter((file) => /\.(?:js|css|json|svg|html)$/.test(file.path))
      .map(async ({ path }) => {
        const chunks: Buffer[] = []
        for await (const chunk of await opened.openFile(path)) chunks.push(chunk as Buffer)
        return { path, text: Buffer.concat(chunks).toString() }
      }),
  )
}

describe.each(releases)('the package $name', ({ item, release }) => {
  it('is accepted by the reader and holds what its manifest names', async () => {
    const opened = await readPackage({ bytes: release.zip })
    expect(opened.sha256).toBe(release.sha256)
    expect(opened.manifest).toEqual(release.manifest)
    expect(opened.files).toHaveLength(release.files)
    const names = opened.files.map((file) => file.path)
    for (const asset of assetsOf(release.manifest)) expect(names).toContain(asset)
    expect(names.filter((name) => name.startsWith('licences/')).length).toBe(item.credits.length)
  })

  it('fetches nothing from an outside address', async () => {
    for (const { path, text } of await textFiles(release)) {
      const addresses = [
        ...text.matchAll(
          /(?:url\(|@import|\bsrc\s*=|\bhref\s*=|fetch\(|import\(|sourceMappingURL=)\s*["']?\s*(?:https?:)?\/\/[^\s"')]*/gi,
        ),
      ]
      expect(
        addresses.map((match) => match[0]),
        path,
      ).toEqual([])
      expect(text, path).not.toMatch(
        /fonts\.g(?:oogleapis|static)\.com|\bimportScripts\b|XMLHttpRequest|sendBeacon|new WebSocket/,
      )
    }
  })

  it('needs no code from text, which a page policy forbids', async () => {
    for (const { path, text } of await textFiles(release)) {
      expect(text, path).not.toMatch(/\beval\(|new Function\(|\bFunction\(["']|document\.write/)
    }
  })
})

describe.each(appReleases)('the markup of $name', ({ app }) => {
  it('uses only known places, and loads code as files with the page’s nonce', () => {
    for (const part of partsOf(app)) {
      expect(listPlaceholders(part.html).unknown).toEqual([])
      for (const [tag] of part.html.matchAll(/<script\b[^>]*>/g)) {
        expect(tag).toMatch(/ src="\{\{asset:[^"]+\}\}"/)
        expect(tag).toContain(' nonce="{{csp:nonce}}"')
        expect(tag).toContain(' defer')
      }
      expect(part.html).not.toMatch(/<style\b|\son\w+\s*=|\sstyle\s*=|javascript:|<iframe|<form\b/i)
      expect(part.html.replace(/<script\b[^>]*><\/script>/g, '')).not.toContain('<script')
    }
  })

  it('is whole with the answers that an owner gives by changing nothing', () => {
    const answers = answersSchema(app.inputs).parse({})
    expect(answers).toEqual(defaultAnswers(app.inputs))
    for (const part of partsOf(app))
      expect(fillSettings(part.html, answers)).not.toContain('{{setting:')
  })
})

describe.each(releases.filter((one) => one.release.manifest.kind === 'theme'))(
  'the theme $name',
  ({ release }) => {
    it('brings every font that it names, with Turkish letters, and Arabic in its right-to-left build', async () => {
      const opened = await readPackage({ bytes: release.zip })
      const names = opened.files.map((file) => file.path)
      const sheets = (await textFiles(release)).filter((file) => file.path.endsWith('.css'))
      expect(sheets.map((sheet) => sheet.path)).toEqual(['theme.css', 'theme.rtl.css'])
      for (const { text } of sheets) {
        for (const [, address = ''] of text.matchAll(/url\((?!["']?data:)["']?([^"')]+)/g))
          expect(names).toContain(address)
        // ğ, İ, ş and the lira sign lie in latin-ext
        // A theme without a face of its own is set in the visitor's fonts.
        if (/url\(fonts\/(?!vazirmatn)/.test(text))
          expect(text).toMatch(/@font-face\{[^}]*latin-ext[^}]*U\+0100-/)
        expect(text).toMatch(/\[data-bs-theme=dark\]\{/)
      }
      expect(sheets[1]?.text).toContain('--bs-font-sans-serif:"Vazirmatn Variable",')
      expect(sheets[1]?.text).toContain('vazirmatn-arabic')
      expect(sheets[0]?.text).not.toContain('azirmatn')
    })

    it('shows its own colours', async () => {
      const { manifest } = release
      const css = (await textFiles(release)).find((file) => file.path === 'theme.css')?.text ?? ''
      if (manifest.kind !== 'theme') throw new Error('not a theme')
      expect(css).toContain(`--bs-primary:${manifest.swatches[0]}`)
      expect(new Set(manifest.swatches).size).toBe(4)
    })
  },
)

it('an owner of any site, whatever it is made with, finds something on the first day (D4)', () => {
  const forAnySite = items.filter(
    (item) => item.releases.at(-1)?.manifest.compatibility.platforms[anySite] === '*',
  )
  expect(forAnySite.map((item) => item.prefix).sort()).toEqual([
    'cookie-consent',
    'instant',
    'quick',
    'take-along',
    'vitals',
  ])
})
const anySite = String(SEEDS.find(({ entry }) => entry === 'site')?.id)
