import { basename } from 'node:path'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * A page with all pictures, a heading for each screen and state; they are fetched as they come into
 * sight.
 */
export function contactSheet(
  pictures: readonly { name: string; files: readonly string[] }[],
  findings: readonly string[],
): string {
  const sections = pictures.map(
    ({ name, files }) =>
      `<section><h2>${escape(name)}</h2><div>${files
        .map((file) => {
          const short = basename(file).replace(/\.webp$/, '')
          return `<a href="${escape(basename(file))}"><img src="${escape(basename(file))}" alt="${escape(short)}" loading="lazy"><span>${escape(short.slice(name.length + 1))}</span></a>`
        })
        .join('')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;margin:24px;background:#ddd}div{display:flex;gap:12px;overflow-x:auto}a{flex:none;color:inherit}
img{display:block;height:420px;width:auto;max-width:640px;object-fit:cover;object-position:top;background:#fff}pre{white-space:pre-wrap}</style>
<h1>Screens: ${pictures.length} in their states, ${findings.length} findings</h1><pre>${escape(findings.join('\n'))}</pre>${sections.join('\n')}</html>\n`
}
