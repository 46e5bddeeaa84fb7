import type { ListingPicture, ListingText } from '../listing.ts'
import { MANIFEST_FILES } from '../packages/manifest.ts'
import { writePackage } from '../packages/write-package.ts'
import type { Candidate, KnownName, ListingCandidate } from './rule.ts'
import { readCandidate } from './read-candidate.ts'

/** What of a good item is otherwise in a fixture. */
export interface Change {
  kind?: 'app' | 'theme'
  /** By path; null takes a file out. */
  files?: Record<string, string | Buffer | null>
  manifest?: (manifest: Record<string, unknown>) => Record<string, unknown>
  listing?: (listing: ListingCandidate) => ListingCandidate
  names?: readonly KnownName[]
  /** In place of the package. */
  zip?: Buffer
}

const LICENCE = `MIT License\n\nCopyright (c) 2026 Nar Yazılım\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it without restriction.\n`
const text = (tr: string, en: string, ar: string) => ({ tr, en, ar })
const platforms = { platforms: { 1: '*' } }

const APP = {
  format: 1,
  kind: 'app',
  prefix: 'gift-note',
  version: '1.0.0',
  name: text('Hediye Notu', 'Gift Note', 'بطاقة هدية'),
  compatibility: platforms,
  permissions: [
    {
      code: 'design_block',
      required: true,
      reason: text(
        'Ürün sayfasına hediye notu alanını koymak için.',
        'To put the field for a note onto product pages.',
        'لوضع حقل الملاحظة في صفحة المنتج.',
      ),
    },
  ],
  design_blocks: [
    {
      id: 'note',
      placement: 1004,
      title: text(
        'Ürün sayfası: hediye notu',
        'Product page: a gift note',
        'صفحة المنتج: بطاقة هدية',
      ),
      summary: text(
        'Sepete ekle düğmesinin üstünde.',
        'Above “Add to cart”.',
        'فوق زر الإضافة إلى السلة.',
      ),
      html: '<link rel="stylesheet" href="{{asset:note.css}}"><p data-note></p><script src="{{asset:note.js}}" nonce="{{csp:nonce}}" defer></script>',
    },
  ],
  links: { go_to_app: 'https://gift.example/open' },
}
const APP_FILES = {
  'note.js': "document.querySelector('[data-note]').textContent = 'Hello'\n",
  'note.css': '[data-note] { margin-inline-start: 1rem; color: #222222 }\n',
  LICENSE: LICENCE,
}

const THEME = {
  format: 1,
  kind: 'theme',
  prefix: 'pomegranate',
  version: '1.0.0',
  name: text('Nar Bahçesi', 'Pomegranate', 'بستان الرمان'),
  compatibility: platforms,
  stylesheet: 'theme.css',
  stylesheet_rtl: 'theme.rtl.css',
  swatches: ['#8c1c2f', '#f4e9dd'],
  pages: ['home', 'list', 'product', 'cart', 'order', 'account'],
  os2: true,
  title: text('Mağazanın görünümü', 'The look of your shop', 'مظهر متجرك'),
  summary: text('Sıcak kırmızılar.', 'Warm reds.', 'أحمر دافئ.'),
}
const css = (side: string) =>
  `:root { --ink: #2b1216; --paper: #fdf8f2 }\nbody { color: var(--ink); background-color: var(--paper) }\n.card { margin-${side}: 8px; padding-inline: 4px }\n`
const THEME_FILES = { 'theme.css': css('left'), 'theme.rtl.css': css('right'), LICENSE: LICENCE }

const said: ListingText[] = [
  {
    locale: 'tr',
    name: 'Hediye Notu',
    tagline: 'Müşterilerin hediyelerine not yazar.',
    description: ['Ürün sayfasında küçük bir not alanı açar.'],
    features: ['Her dilde çalışır'],
  },
  {
    locale: 'en',
    name: 'Gift Note',
    tagline: 'Customers write a note for their gift.',
    description: ['Opens a small field for a note on product pages.'],
    features: ['Works in every language'],
  },
  {
    locale: 'ar',
    name: 'بطاقة هدية',
    tagline: 'يكتب العملاء ملاحظة مع هديتهم.',
    description: ['يفتح حقلًا صغيرًا للملاحظة في صفحة المنتج.'],
    features: ['يعمل بكل اللغات'],
  },
]
export const picture = (
  role: ListingPicture['role'],
  device: ListingPicture['device'] = 'desktop',
): ListingPicture => ({
  role,
  device,
  locale: null,
  position: 0,
  sources: [],
  placeholder: null,
  ...(device === 'desktop' ? { width: 1280, height: 800 } : { width: 780, height: 1688 }),
  alt: text(
    'Ürün sayfasında not alanı',
    'A field for a note on a product page',
    'حقل ملاحظة في صفحة المنتج',
  ),
})

const LISTING: ListingCandidate = {
  market: 'app',
  prefix: 'gift-note',
  slug: 'gift-note',
  texts: said,
  credits: [{ package: 'gift-note', author: 'Nar Yazılım', licence: 'MIT' }],
  pictures: [picture('cover'), picture('cover', 'phone'), picture('screenshot')],
}
const THEME_NAMES = THEME.name

/** The package of a good item with a change. */
export async function packageWith({
  kind = 'app',
  files = {},
  manifest = (same) => same,
  zip,
}: Change = {}): Promise<Buffer> {
  const [plain, standard] = kind === 'app' ? [APP, APP_FILES] : [THEME, THEME_FILES]
  const all = {
    [MANIFEST_FILES[kind]]: `${JSON.stringify(manifest(structuredClone(plain)), null, 2)}\n`,
    ...standard,
    ...files,
  }
  return (
    zip ??
    (await writePackage(
      Object.entries(all).flatMap(([path, content]) =>
        content === null ? [] : [{ path, bytes: Buffer.from(content) }],
      ),
    ))
  )
}

/** The listing of a good item with a change. */
export function listingWith({
  kind = 'app',
  listing = (same) => same,
}: Change = {}): ListingCandidate {
  const listed = structuredClone(LISTING)
  const theme: Partial<ListingCandidate> = {
    market: 'theme',
    prefix: 'pomegranate',
    slug: 'pomegranate',
    texts: said.map((one) => ({ ...one, name: THEME_NAMES[one.locale as 'tr'] })),
  }
  return listing(kind === 'app' ? listed : { ...listed, ...theme })
}

/** A good item with a change. */
export const candidateWith = async (change: Change = {}): Promise<Candidate> => ({
  package: await readCandidate({ bytes: await packageWith(change) }),
  listing: listingWith(change),
  names: change.names ?? [],
  language: 'tr',
})

/** The listing with one language's texts changed. */
export const withText =
  (locale: ListingText['locale'], change: Partial<ListingText>) =>
  (listing: ListingCandidate): ListingCandidate => ({
    ...listing,
    texts: listing.texts.map((one) => (one.locale === locale ? { ...one, ...change } : one)),
  })

/** The app's script, or the markup of its part, as the fixture wants it. */
export const script = (text: string): Change => ({ files: { 'note.js': `${text}\n` } })
export const html = (markup: string, placement = 1004): Change => ({
  manifest: (manifest) => ({
    ...manifest,
    design_blocks: (manifest['design_blocks'] as object[]).map((block) => ({
      ...block,
      placement,
      html: markup,
    })),
  }),
})
