import { LOCALES } from '#lib/locale.ts'

/** A program of this repository that others run without it. */
export interface Program {
  /** Of the npm package and of its command. */
  name: string
  description: string
  /** Where it begins, from the root. */
  entry: string
  /**
   * Folders and files that it reads beside itself: from the root, and where they lie beside its
   * code.
   */
  files: readonly { from: string; to: string }[]
  /** Files that it asks for by the name of an npm package. */
  packages: readonly { name: string; files: readonly string[] }[]
  readme: string
}

/** The messages that the command line says. */
const MESSAGES = LOCALES.flatMap((locale) =>
  ['arasta', 'rules'].map((name) => ({
    from: `locales/${locale}/${name}.json`,
    to: `${locale}/${name}.json`,
  })),
)

export const PROGRAMS: readonly Program[] = [
  {
    name: 'arasta',
    description:
      'Make an app or a theme for shops, try it on a demo shop, check it and hand it in at an Arasta market.',
    entry: 'tools/arasta/arasta.mjs',
    files: [
      { from: 'tools/arasta/templates', to: 'templates' },
      ...MESSAGES,
      { from: 'demo/shop/assets', to: 'assets' },
    ],
    packages: [
      {
        name: 'bootstrap',
        files: [
          'dist/css/bootstrap.min.css',
          'dist/css/bootstrap.rtl.min.css',
          'dist/js/bootstrap.bundle.min.js',
          'LICENSE',
        ],
      },
      {
        name: '@fontsource-variable/albert-sans',
        files: [
          'files/albert-sans-latin-wght-normal.woff2',
          'files/albert-sans-latin-ext-wght-normal.woff2',
          'LICENSE',
        ],
      },
      {
        name: '@fontsource-variable/vazirmatn',
        files: ['files/vazirmatn-arabic-wght-normal.woff2', 'LICENSE'],
      },
    ],
    readme: 'tools/arasta/README.md',
  },
  {
    name: 'arasta-connector',
    description:
      'Tries an implementation of the Store Connector protocol and says which of its sentences are not kept.',
    entry: 'tools/connector-kit/arasta-connector.mjs',
    files: [],
    packages: [],
    readme: 'tools/connector-kit/README.md',
  },
]
