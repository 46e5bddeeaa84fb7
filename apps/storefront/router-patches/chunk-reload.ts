import type { Plugin } from 'vite'

/** Where React Router reloads the page because the module of a route did not load. */
export const OWN_RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/

/**
 * Asks the start guard instead (S4.11), which reloads a path once in ten seconds: React Router
 * reloads without end while the module stays missing. Fails the build where nothing was replaced.
 */
export const chunkReload = (): Plugin => {
  let found = false
  return {
    name: 'chunk-reload',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/].*[\\/]routeModules\.js/ },
      handler(code) {
        found ||= OWN_RELOAD.test(code)
        return {
          code: code.replace(OWN_RELOAD, 'return window.arastaStart.chunkFailed(error);'),
          map: null,
        }
      },
    },
    buildEnd(error) {
      if (!error && !found) this.error('React Router does not reload as expected: chunk-reload.ts')
    },
  }
}
