import type { Plugin } from 'vite'

/**
 * Vite wraps every `import()` in this helper. Its own also waits for style sheets, of which we have
 * one that every page starts with, and searches the document for links. Ours preloads the chunks of
 * a part and reports a chunk that did not load (`vite:preloadError`, S4.11).
 */
const HELPER = `
  const requested = new Set()
  export const __vitePreload = (load, parts) => {
    for (const part of parts ?? []) {
      if (requested.has(part) || part.endsWith('.css')) continue
      requested.add(part)
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = '/' + part
      document.head.append(link)
    }
    return load().catch(error => {
      const event = new Event('vite:preloadError', { cancelable: true })
      event.payload = error
      if (dispatchEvent(event)) throw error
    })
  }`

/** Fails the build where Vite has no such helper, and where a part has a style sheet of its own. */
export function preloadHelper(): Plugin {
  let found = false
  return {
    name: 'preload-helper',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      order: 'pre',
      filter: { id: /vite\/preload-helper\.js$/ },
      handler() {
        found = true
        return { code: HELPER, map: null }
      },
    },
    generateBundle(_, bundle) {
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      if (!found || styles.length !== 1)
        this.error(
          `Vite's preload helper or our style sheets have changed (${styles.join(', ')}): see preload-helper.ts`,
        )
    },
  }
}
