import type { Plugin } from 'vite'

/**
 * Parts of React Router that ask whether an application uses them only when they run, so that no bundler can leave them out. We discover
 * routes at the start (`react-router.config.ts`) and instrument nothing; what stands in for them keeps their names and says "not used".
 */
const UNUSED: Readonly<Record<string, string>> = {
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = router => router
    export const instrumentHandler = handler => handler
    export const instrumentationResultMetaContext = undefined`,
  'dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 7680
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export const getManifestPath = () => '/__manifest'
    export const getPartialManifest = manifest => manifest
    export const getPathsWithAncestors = paths => paths
    export const handleClientVersionMismatch = () => false`,
}

/** Leaves them out of what travels to the browser. Fails where a new React Router has other exports than those known here. */
export function leanRouter(): Plugin {
  const met = new Set<string>()
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/].*[\\/](instrumentation|fog-of-war)\.js/ },
      handler(code, id) {
        const path = id.replaceAll('\\', '/')
        const [name, instead] = Object.entries(UNUSED).find(([ending]) => path.endsWith(`/${ending}`)) ?? []
        if (name === undefined || instead === undefined) return null
        const exported = /export \{([^}]*)\};?\s*$/.exec(code)?.[1]?.split(',').map(one => one.trim()).filter(Boolean) ?? []
        const unknown = exported.filter(one => !instead.includes(`export const ${one} `))
        if (exported.length === 0 || unknown.length > 0) this.error(`React Router's ${name} is not as we know it (${unknown.join(', ')}): see lean-router.ts`)
        met.add(name)
        return { code: instead, map: null }
      },
    },
    buildEnd(error) {
      if (!error && met.size < Object.keys(UNUSED).length) this.error('React Router has other files than we know: see lean-router.ts')
    },
  }
}
