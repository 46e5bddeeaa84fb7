import type { Plugin } from 'vite'

/**
 * What stands around every `import()` of a page. Vite's own also waits for styles, which we have in one file that every page begins with, and
 * looks every tag of the page through; both travel with every page. This asks for what a part is made of at once, and says when it did not come
 * (`vite:preloadError`, S4.11).
 */
const HELPER = `
  const asked = new Set()
  export const __vitePreload = (load, parts) => {
    for (const part of parts ?? []) {
      if (asked.has(part) || part.endsWith('.css')) continue
      asked.add(part)
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

/** Fails where Vite no longer has a helper of this name, and where a part has styles of its own. */
export function leanPreload(): Plugin {
  let met = false
  return {
    name: 'lean-preload',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    load: {
      order: 'pre',
      filter: { id: /vite\/preload-helper\.js$/ },
      handler() {
        met = true
        return { code: HELPER, map: null }
      },
    },
    generateBundle(_, bundle) {
      const styles = Object.keys(bundle).filter(name => name.endsWith('.css'))
      if (!met || styles.length !== 1) this.error(`Vite's preload helper is not as we know it (${styles.join(', ')}): see lean-preload.ts`)
    },
  }
}
