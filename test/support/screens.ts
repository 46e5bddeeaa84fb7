import type { RouteConfigEntry } from '@react-router/dev/routes'

/** One screen of the real route table. */
export interface ScreenRoute {
  id: string
  path: string
  /** Name of its layout, null where it stands alone. */
  layout: string | null
  guards: string[]
  /** Path of its file below the app's folder. */
  file: string
}

const nameOf = (file: string, folder: string) =>
  new RegExp(`${folder}/([\\w-]+)\\.tsx?$`).exec(file)?.[1]

function screensOf(
  entries: RouteConfigEntry[],
  base: string,
  around: RouteConfigEntry[],
): ScreenRoute[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? base : `${base}/${entry.path}`
    const below = entry.children ? screensOf(entry.children, path, [...around, entry]) : []
    // A page with dialogs below is shown without one, too.
    const isPage = !entry.children || (isScreen(entry) && !entry.children.some((one) => one.index))
    if (!isPage) return below
    const named = (folder: string) => around.flatMap((one) => nameOf(one.file, folder) ?? [])
    const file = entry.file.replace(/^.*?(?=screens\/)/, '')
    return [
      {
        id: entry.id ?? file,
        path: path || '/',
        layout: named('layouts').at(-1) ?? null,
        guards: named('guards'),
        file,
      },
      ...below,
    ]
  })
}

const isScreen = ({ path, file }: RouteConfigEntry): boolean =>
  path !== undefined && file.includes('screens/')

/** Every screen with the layout and the guards around it, from the app's `routes.ts` itself. */
export async function readScreens(
  app: 'storefront' | 'console' = 'storefront',
): Promise<ScreenRoute[]> {
  // The router's helpers ask which folder the routes lie in; the build sets it.
  Object.assign(globalThis, { __reactRouterAppDirectory: `apps/${app}` })
  const { default: routes } =
    app === 'console'
      ? await import('#apps/console/routes.ts')
      : await import('#apps/storefront/routes.ts')
  return screensOf(routes as RouteConfigEntry[], '', [])
}
