/** What a framed page of a shop may tell the screen. It is untrusted; nothing else is listened to. */
export type FrameMessage =
  | { type: 'shown'; path: string; search: string; failed: string | null }
  | { type: 'scrolled'; y: number }

const MOST_PATH = 500
const MOST_Y = 1_000_000

/** Null for everything that is no message of ours. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, path, search, failed, y } = data as Record<string, unknown>
  if (type === 'arasta:preview:scrolled')
    return typeof y === 'number' && y >= 0 && y <= MOST_Y ? { type: 'scrolled', y } : null
  if (type !== 'arasta:preview' || !isPath(path)) return null
  return {
    type: 'shown',
    path,
    search: typeof search === 'string' && /^\?.{0,500}$/s.test(search) ? search : '',
    failed: typeof failed === 'string' && FAILURES.includes(failed) ? failed : null,
  }
}

/** Why a page of a preview shows no shop (`apps/preview/message-page.ts`). */
const FAILURES = ['over', 'away', 'busy']

/** A path of the same host, whatever precedes it. */
const isPath = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= MOST_PATH && /^\/(?![/\\])/.test(path)
