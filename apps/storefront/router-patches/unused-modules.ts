import type { Plugin } from 'vite'

/**
 * Modules of React Router that find out at run time that an application does not use them, so that
 * no bundler can drop them: route discovery (ours is `initial`, `react-router.config.ts`) and
 * instrumentation. The stand-ins have the same exports and do nothing.
 */
export const UNUSED: Readonly<Record<string, string>> = {
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

/**
 * Replaces them in the client build. Fails the build where a new React Router has exports that the
 * stand-ins lack.
 */
export function unusedModules(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'unused-modules',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/].*[\\/](instrumentation|fog-of-war)\.js/ },
      handler(code, id) {
        const path = id.replaceAll('\\', '/')
        const [name, standIn] =
          Object.entries(UNUSED).find(([ending]) => path.endsWith(`/${ending}`)) ?? []
        if (name === undefined || standIn === undefined) return null
        const exported =
          /export \{([^}]*)\};?\s*$/
            .exec(code)?.[1]
            ?.split(',')
            .map((one) => one.trim())
            .filter(Boolean) ?? []
        const unknown = exported.filter((one) => !standIn.includes(`export const ${one} `))
        if (exported.length === 0 || unknown.length > 0)
          this.error(
            `React Router's ${name} has unknown exports (${unknown.join(', ')}): see unused-modules.ts`,
          )
        replaced.add(name)
        return { code: standIn, map: null }
      },
    },
    buildEnd(error) {
      if (!error && replaced.size < Object.keys(UNUSED).length)
        this.error('React Router has moved its files: see unused-modules.ts')
    },
  }
}
