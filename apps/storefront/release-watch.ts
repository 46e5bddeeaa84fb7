import { callApi } from '#lib/api-client.ts'

/** What is read of `/builds/latest.json` and `/builds/meta/{id}.json` (S7.35, S7.36). */
interface Release {
  id: string
  time: string
}

/**
 * S9.7: the manifest of this page's own build is fetched about a second after the page has loaded.
 */
const PREFETCH_MS = 1_000
/** Calm: a release is news of the day, not of the minute. */
const POLL_MS = 5 * 60_000

/** Who pays or installs has something better to do than to hear of it. */
export const isBusyPath = (pathname: string): boolean =>
  pathname
    .split('/')
    .some((segment) => ['checkout', 'install', 'update', 'uninstall'].includes(segment))

/**
 * S7.36: asks which build is the latest while somebody looks at the page, and tells of one that is
 * newer than this page's own. While servers are being changed one of them may still name an older
 * build: that is no news. Returns what ends the watch.
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
    // Not by `ask`: few pages are looked at so long that they need its client.
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
