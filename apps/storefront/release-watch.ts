import { callApi } from '#lib/api-client.ts'

/** Content of `/builds/latest.json` and `/builds/meta/{id}.json` (S7.35, S7.36). */
interface Release {
  id: string
  time: string
}

/** S9.7: the manifest of this page's own build is fetched about a second after the load. */
const PREFETCH_MS = 1_000
/** A long interval: releases are not urgent. */
const POLL_MS = 5 * 60_000

/** Paths on which a person is not interrupted: paying and installing. */
export const isBusyPath = (pathname: string): boolean =>
  pathname
    .split('/')
    .some((segment) => ['checkout', 'install', 'update', 'uninstall'].includes(segment))

/**
 * S7.36: polls the latest build while the page is visible, and calls `onRelease` for one newer than
 * this page's own. During a deployment a server may still report an older build, which is ignored.
 * Returns a function that stops it.
 */
export function watchReleases(build: string, onRelease: (id: string) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let own: Release | null = null
  let askedAt = 0
  let timer: ReturnType<typeof setTimeout>

  async function look() {
    if (askedAt === 0) return
    clearTimeout(timer)
    timer = setTimeout(() => void look(), POLL_MS)
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < POLL_MS) return
    askedAt = Date.now()
    const latest = await callApi<Release>('/builds/latest.json', { signal })
    if (signal.aborted || !latest.ok || latest.answer.id === build) return
    if (own === null || latest.answer.time > own.time) onRelease(latest.answer.id)
  }

  timer = setTimeout(async () => {
    // Not by `callApi`: few pages stay open long enough to need that client.
    own = await fetch(`/builds/meta/${build}.json`, { signal, priority: 'low' })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as Release) : null))
      .catch(() => null)
    if (signal.aborted) return
    askedAt = Date.now()
    timer = setTimeout(() => void look(), POLL_MS)
  }, PREFETCH_MS)
  document.addEventListener('visibilitychange', () => void look(), { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
