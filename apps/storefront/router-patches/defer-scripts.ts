/** The type of scripts and links that `hydrate-later.ts` activates: no browser fetches or runs them. */
export const DEFERRED = 'arasta-later'

const PRELOAD = '<link rel="modulepreload"'
/** The script that imports a page's modules, as React Router's `<Scripts>` writes it. */
const MODULES = ' type="module" async="">'

/**
 * Defers the scripts of a page: on a slow line they would compete with its styles, fonts and
 * pictures. React Router has no option for it, so the rendered HTML is rewritten.
 */
export function deferScripts(html: string): string {
  // Texts have no `<` or `"`, so only these two places can hold it. The script is near the end.
  const head = html.indexOf('</head>')
  const modules = html.lastIndexOf(MODULES)
  const end = modules < 0 ? html.length : modules
  return (
    html.slice(0, head).replaceAll(PRELOAD, `<link rel="${DEFERRED}"`) +
    html.slice(head, end) +
    (modules < 0 ? '' : ` type="${DEFERRED}">${html.slice(end + MODULES.length)}`)
  )
}
