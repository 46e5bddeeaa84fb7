/**
 * Measures what the files of installed items cost one visit of a shop (docs/decisions/0064). Runs
 * in the pages of strangers: it sets no cookie, keeps nothing, names nobody, and never throws. A
 * file belongs to an item by the hash of its package in the address.
 */

/** One visit in so many is measured. */
const ONE_IN = 4
/** What a page does later is its visitor's doing. */
const FIRST_MS = 10_000
const isPhone = () =>
  matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) <= 600

interface Cost {
  ms: number
  bytes: number
  /** When the last file arrived without which the page is not drawn. */
  until: number
  failed: boolean
}
interface Timing extends PerformanceResourceTiming {
  renderBlockingStatus?: string
  /** Of a long animation frame. */
  scripts?: { sourceURL: string; duration: number }[]
}

export function measureVisit(to: string): void {
  const { supportedEntryTypes: types = [] } = PerformanceObserver
  if (
    Math.random() * ONE_IN >= 1 ||
    document.visibilityState !== 'visible' ||
    !isPhone() ||
    !types.includes('long-animation-frame')
  )
    return
  const packages = new Map<string, Cost>()
  let own = 0
  let start = 0
  let sent = false

  function costOf(address: string | undefined): Cost | null {
    const sha = /\b[0-9a-f]{64}\b/.exec(address ?? '')?.[0]
    if (!sha) return null
    const cost = packages.get(sha) ?? { ms: 0, bytes: 0, until: 0, failed: false }
    packages.set(sha, cost)
    return cost
  }
  function fail(address: string | undefined) {
    const cost = costOf(address)
    if (cost) cost.failed = true
  }
  const read: Record<string, (entry: Timing) => void> = {
    navigation: ({ responseEnd }) => {
      own = Math.max(own, responseEnd)
    },
    resource: ({ name, responseEnd, encodedBodySize, renderBlockingStatus }) => {
      const cost = costOf(name)
      const until = renderBlockingStatus === 'blocking' ? responseEnd : 0
      if (cost) {
        cost.bytes += encodedBodySize
        cost.until = Math.max(cost.until, until)
      } else own = Math.max(own, until)
    },
    'long-animation-frame': ({ scripts }) => {
      for (const { sourceURL, duration } of scripts ?? []) {
        const cost = costOf(sourceURL)
        if (cost) cost.ms += duration
      }
    },
    'largest-contentful-paint': ({ startTime }) => {
      start = startTime
    },
  }
  const observers = Object.entries(read).map(([type, take]) => {
    const each = (list: PerformanceObserverEntryList | { getEntries(): PerformanceEntryList }) => {
      for (const entry of list.getEntries() as Timing[]) if (entry.startTime < FIRST_MS) take(entry)
    }
    const observer = new PerformanceObserver(each)
    observer.observe({ type, buffered: true })
    return () => each({ getEntries: () => observer.takeRecords() })
  })
  addEventListener('error', ({ filename }) => fail(filename))
  addEventListener('unhandledrejection', ({ reason }) => fail((reason as Error | undefined)?.stack))
  addEventListener('visibilitychange', () => {
    if (sent || document.visibilityState === 'visible') return
    sent = true
    for (const take of observers) take()
    const isHome = document.body.dataset.page === 'home'
    navigator.sendBeacon(
      to,
      JSON.stringify({
        start: isHome && start ? Math.round(start) : null,
        packages: [...packages].slice(0, 40).map(([sha256, cost]) => ({
          sha256,
          // Others' files are waited for, too: only what comes after them is this item's doing.
          ms: Math.round(cost.ms + Math.max(0, cost.until - own)),
          kb: Math.round(cost.bytes / 1000),
          failed: cost.failed,
        })),
      }),
    )
  })
}
