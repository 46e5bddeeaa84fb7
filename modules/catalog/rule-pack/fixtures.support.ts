import { picture, html, script, withText, type Change } from './candidate.support.ts'
import type { ListingCandidate } from './rule.ts'

interface Fixture {
  /** Fails by this rule and by no other. */
  fails: Change
  /** Near to it, and fine. */
  passes: Change
}

const onOrderStep = (text: string): Change => ({
  ...html('<script src="{{asset:note.js}}" nonce="{{csp:nonce}}" defer></script>', 100_101),
  ...script(text),
})
const pictures = (change: (listing: ListingCandidate) => ListingCandidate['pictures']): Change => ({
  listing: (listing) => ({ ...listing, pictures: change(listing) }),
})
const shots = (count: number) =>
  pictures(({ pictures: all }) => [
    ...all.filter((one) => one.role === 'cover'),
    ...Array.from({ length: count }, () => picture('screenshot')),
  ])
const reason = (text: string): Change => ({
  manifest: (manifest) => ({
    ...manifest,
    permissions: [
      {
        ...(manifest['permissions'] as { reason: object }[])[0],
        reason: {
          tr: 'Ürün sayfasına not alanını koymak için.',
          en: text,
          ar: 'لوضع حقل الملاحظة في صفحة المنتج.',
        },
      },
    ],
  }),
})
const named = (name: string, slug = 'gift-note'): Change => ({
  listing: (listing) => ({ ...withText('en', { name })(listing), slug }),
})
const theme = (sheet: string, rtl = sheet): Change => ({
  kind: 'theme',
  files: { 'theme.css': sheet, 'theme.rtl.css': rtl },
})
const body = (ink: string, more = '') => `body { color: ${ink}; background: #fff }\n${more}`
/** Put together, so that nobody's scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('')
const secret = (text: string) => script(`const key = '${text}'`)

const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** For each rule a package that fails by it, and a near miss. */
export const FIXTURES: Record<string, Fixture> = {
  'package.readable': { fails: { zip: Buffer.from('PK no zip at all') }, passes: {} },
  'package.size': {
    fails: { files: { 'big.txt': 'a '.repeat(2_200_000) } },
    passes: { files: { 'big.txt': 'a '.repeat(1_900_000) } },
  },
  'package.file_count': {
    fails: {
      files: Object.fromEntries(
        Array.from({ length: 2000 }, (_one, index) => [`icons/${index}.txt`, 'x']),
      ),
    },
    passes: {
      files: Object.fromEntries(
        Array.from({ length: 30 }, (_one, index) => [`icons/${index}.txt`, 'x']),
      ),
    },
  },
  'package.file_types': {
    fails: {
      files: { 'note.php.js': 'let a = 1\n', 'page.html': '<p>x</p>', 'photo.png': 'no picture' },
    },
    passes: {
      files: {
        'note-1.2.3.js': 'let a = 1\n',
        'note.rtl.min.css': 'p { margin: 0 }\n',
        'note.js.map': '{}',
        'lang/note.ar.js': 'let b = 1\n',
        'photo.png': TINY_PNG,
      },
    },
  },
  'manifest.valid': {
    fails: { manifest: (manifest) => ({ ...manifest, colour: 'red' }) },
    passes: { manifest: (manifest) => ({ ...manifest, version: '1.0.0-beta.1' }) },
  },
  'manifest.fits_listing': {
    fails: { manifest: (manifest) => ({ ...manifest, prefix: 'gift-notes' }) },
    passes: { listing: (listing) => ({ ...listing, slug: 'gift-note-2' }) },
  },
  'manifest.texts': {
    fails: {
      manifest: (manifest) => ({
        ...manifest,
        design_blocks: (manifest['design_blocks'] as object[]).map((block) => ({
          ...block,
          title: { tr: 'Hediye notu', en: 'Gift note' },
        })),
      }),
    },
    passes: {
      manifest: (manifest) => ({ ...manifest, name: { tr: 'Not', en: 'Note', ar: 'ملاحظة' } }),
    },
  },
  'texts.name_missing': {
    fails: { listing: withText('ar', { name: ' ' }) },
    passes: { listing: withText('ar', { name: 'ن' }) },
  },
  'texts.tagline_missing': {
    fails: { listing: withText('tr', { tagline: ' ' }) },
    passes: { listing: withText('tr', { tagline: 'Not.' }) },
  },
  'texts.description_missing': {
    fails: { listing: withText('en', { description: [] }) },
    passes: { listing: withText('en', { description: ['Short.'] }) },
  },
  'texts.features_missing': {
    fails: { listing: withText('ar', { features: [] }) },
    passes: { listing: withText('ar', { features: ['سريع'] }) },
  },
  'texts.too_long': {
    fails: { listing: withText('en', { tagline: 'a'.repeat(101) }) },
    passes: { listing: withText('en', { tagline: '😀'.repeat(100) }) },
  },
  'texts.placeholder': {
    fails: { listing: withText('en', { description: ['Lorem ipsum and so on.'] }) },
    passes: {
      listing: withText('en', { description: ['A to-do list for your shop, in your app bar.'] }),
    },
  },
  'texts.card_number': {
    fails: { listing: withText('tr', { description: ['Deneme kartı: 4111 1111 1111 1111'] }) },
    passes: { listing: withText('tr', { description: ['Sipariş no: 4111 1111 1111 1112'] }) },
  },
  'texts.markup': {
    fails: { listing: withText('en', { description: ['The <b>best</b> field for notes.'] }) },
    passes: { listing: withText('en', { description: ['For orders < 5 & > 2, see [1].'] }) },
  },
  'texts.unseen_signs': {
    fails: { listing: withText('en', { description: ['Open the file gpj\u202eexe.'] }) },
    passes: { listing: withText('ar', { description: ['يعمل مع\u200c كل\u200f الصفحات.'] }) },
  },
  'texts.not_translated': {
    fails: { listing: withText('ar', { tagline: 'Customers write a note.' }) },
    passes: { listing: withText('ar', { tagline: 'ملاحظة مع Gift Note' }) },
  },
  'pictures.cover_missing': {
    fails: pictures(({ pictures: all }) => all.filter((one) => one.role !== 'cover')),
    passes: pictures(({ pictures: all }) => all.filter((one) => one.device === 'desktop')),
  },
  'pictures.number': { fails: shots(9), passes: shots(8) },
  'pictures.size': {
    fails: pictures(({ pictures: all }) => [
      ...all,
      { ...picture('screenshot'), width: 640, height: 400 },
    ]),
    passes: pictures(({ pictures: all }) => [
      ...all,
      { ...picture('screenshot'), width: 2560, height: 1600 },
    ]),
  },
  'pictures.ratio': {
    fails: pictures(({ pictures: all }) => [...all, { ...picture('screenshot'), height: 1280 }]),
    passes: pictures(({ pictures: all }) => [...all, { ...picture('screenshot'), height: 720 }]),
  },
  'pictures.alt_missing': {
    fails: pictures(({ pictures: all }) =>
      all.map((one) => ({ ...one, alt: { ...one.alt, en: 'screenshot-1.png' } })),
    ),
    passes: pictures(({ pictures: all }) => [
      ...all.filter((one) => one.role === 'cover'),
      { ...picture('screenshot'), locale: 'tr', alt: { tr: 'Ürün sayfasında not' } },
      { ...picture('screenshot'), locale: 'en' },
      { ...picture('screenshot'), locale: 'ar' },
    ]),
  },
  'licence.named': {
    fails: {
      listing: (listing) => ({ ...listing, credits: [{ author: 'Nar', licence: 'free' }] }),
    },
    passes: {
      listing: (listing) => ({
        ...listing,
        credits: [
          { author: 'Nar', licence: '(MIT OR Apache-2.0)' },
          { author: 'Nar', licence: 'LicenseRef-Nar' },
        ],
      }),
    },
  },
  'licence.text': {
    fails: { files: { LICENSE: null } },
    passes: { files: { LICENSE: null, 'licences/nar.txt': 'Copyright 2026 Nar. '.repeat(10) } },
  },
  'secrets.own_token': {
    fails: secret(made('arasta_', 'pub_', 'Zk3v9Qw1Lr8Tt2Xy6Bn4Mh7Pd')),
    passes: secret('arasta_pub_short'),
  },
  'secrets.aws_key': {
    fails: secret(made('AKIA', 'Q3EGRZ5VJ7T2XK4N')),
    passes: secret(made('AKIA', 'IOSFODNN7EXAMPLE')),
  },
  'secrets.github_token': {
    fails: secret(made('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')),
    passes: secret('ghp_notatoken'),
  },
  'secrets.stripe_key': {
    fails: secret(made('sk_live_', '51H8s2kLmN0pQrStUvWx')),
    passes: secret('pk_live_51H8s2kLmN0pQrStUvWx'),
  },
  'secrets.private_key': {
    fails: {
      files: {
        'key.txt': made('-----BEGIN ', 'PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----\n'),
      },
    },
    passes: {
      files: { 'key.txt': '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2Vw\n-----END PUBLIC KEY-----\n' },
    },
  },
  'secrets.jwt': {
    fails: secret(
      made(
        'eyJhbGciOiJIUzI1NiJ9',
        '.eyJzdWIiOiIxMjM0NTY3ODkwIn0',
        '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
      ),
    ),
    passes: secret('eyJhbGciOiJIUzI1NiJ9'),
  },
  'code.eval': {
    fails: script(
      "fetch('/rules').then(answer => answer.text()).then(text => new Function(text)())",
    ),
    passes: script(
      "const root = Function('return this')(); retrieval(root); list.eval(2); setTimeout(() => evaluate(), 5)",
    ),
  },
  'code.remote': {
    fails: html('<script src="https://cdn.example/a.js" nonce="{{csp:nonce}}" defer></script>'),
    passes: {
      files: {
        'note.css':
          'p { background: url("data:image/svg+xml,%3csvg xmlns=\'http://www.w3.org/2000/svg\'/%3e") }',
        'note.js': "import('./later.js') // https://cdn.example\n",
        'later.js': 'export const later = 1\n',
      },
    },
  },
  'code.undeclared_host': {
    fails: script(
      "const API = 'https://collect.example/v1'\nfetch(API + '/seen', { method: 'POST' })",
    ),
    passes: script(
      "const docs = 'https://manual.example'\nfetch('https://gift.example/notes'); fetch('/cart.json'); show(docs)",
    ),
  },
  'code.obfuscated': {
    fails: script(
      Array.from(
        { length: 25 },
        (_one, index) => `var _0x${(index + 4096).toString(16)}a = ${index}`,
      ).join(';'),
    ),
    passes: script('var _0x12ab34 = 1; var a=function(b){return b.c+"\\x20\\x21"}'),
  },
  'code.hidden_frame': {
    fails: html('<iframe src="{{asset:note.css}}" width="1" height="1"></iframe>'),
    passes: html(
      '<iframe src="{{asset:note.css}}" width="100%" height="300" title="Map" style="opacity:0.9"></iframe>',
    ),
  },
  'code.miner': {
    fails: script('new CoinHive.Anonymous()'),
    passes: script("const words = 'a coin in the hive'"),
  },
  'code.executable': {
    fails: { files: { 'tool.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]) } },
    passes: { files: { 'photo.png': TINY_PNG } },
  },
  'code.active': {
    fails: {
      files: {
        'arch.svg':
          '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>open()</s:script></s:svg>',
      },
    },
    passes: {
      files: {
        'arch.svg':
          '<svg xmlns="http://www.w3.org/2000/svg"><style>.a { fill: url(#b) }</style><use href="#b"/></svg>',
      },
    },
  },
  'code.syntax': {
    fails: script('const a: string = 1'),
    passes: {
      files: { 'note.js': "import './later.js'\nawait 1\n", 'later.js': 'var let = 010\n' },
    },
  },
  'code.inline': {
    fails: html('<button type="button" onclick="open()">+</button>'),
    passes: html(
      '<button type="button" data-on="click" title="onclick = off">+</button><script type="application/json">{}</script>',
    ),
  },
  'code.takes_fields': {
    fails: onOrderStep(
      "document.querySelector('form').addEventListener('input', event => navigator.sendBeacon('/apps/x', event.target.value))",
    ),
    passes: onOrderStep(
      "document.querySelector('input[name=phone]').addEventListener('input', event => tidy(event.target))",
    ),
  },
  'code.in_theme': {
    fails: { kind: 'theme', files: { 'extra.js': 'let a = 1\n' } },
    passes: { kind: 'theme', files: { 'arch.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
  },
  'permissions.reason': {
    fails: reason('This app needs the permission design block'),
    passes: reason('Shows the note in a design block of the product page.'),
  },
  'name.letters': { fails: named('Gift Nоte'), passes: named('Gift Note نور 2') },
  'name.claims': {
    fails: named('Gift Note', 'offical-paypal'),
    passes: named('Notes for PayPal', 'office-notes'),
  },
  'name.like_another': {
    fails: { names: [{ slug: 'gift-notes', names: ['Gift Notes'] }] },
    passes: { names: [{ slug: 'gift-wrap', names: ['Gift Wrap', 'Hediye Paketi'] }] },
  },
  'theme.right_to_left': {
    fails: theme(body('#222', '.a { float: left }')),
    passes: theme(
      body('#222', '.a { margin-left: 2px; margin-right: 2px; padding-inline-start: 1px }'),
    ),
  },
  'theme.contrast': { fails: theme(body('#999')), passes: theme(body('#767676')) },
}
