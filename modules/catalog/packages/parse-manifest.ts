import type { z } from 'zod'
import { appManifest, MANIFEST_FILES, themeManifest, type Manifest } from './manifest.ts'
import { refusePackage } from './problems.ts'

/** A manifest from its bytes; the refusal names every place that does not follow the rules. */
export function parseManifest(path: string, bytes: Uint8Array): Manifest {
  const result = readManifestBytes(path, bytes)
  if (result.success) return result.data
  throw refusePackage('package.manifest_invalid', {
    params: { path, detail: describe(result.error) },
  })
}

/** The schema's own answer, with every problem. Refuses only what is no JSON. */
export function readManifestBytes(path: string, bytes: Uint8Array): z.ZodSafeParseResult<Manifest> {
  const value = parseJson(path, bytes)
  return path === MANIFEST_FILES.app ? appManifest.safeParse(value) : themeManifest.safeParse(value)
}

function parseJson(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    throw refusePackage('package.manifest_unreadable', {
      params: { path, detail: error instanceof Error ? error.message : 'not JSON' },
    })
  }
}

/** The first places, enough to start mending. */
function describe(error: z.ZodError): string {
  const places = error.issues.map(
    (issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`,
  )
  return places.slice(0, 5).join('; ') + (places.length > 5 ? ` (+${places.length - 5})` : '')
}
