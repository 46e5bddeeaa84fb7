import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Location } from 'react-router'
import type { ShownPreview } from '#modules/installs/contract.ts'
import { type FrameMessage, readFrameMessage } from './frame-messages.ts'

export const SIDES = ['before', 'after'] as const
/** The shop as it is, and with the item. */
export type Side = (typeof SIDES)[number]
type OfSides<T> = Record<Side, T>

/** What of the shop changes: the comments around it, and the numbers of the changes in the plan. */
export interface PinnedPlace {
  mark: string
  pins: readonly number[]
}

/** The changes of an install, by the numbers of its plan; a theme changes the whole page. */
export const placesOf = ({ places }: ShownPreview): readonly PinnedPlace[] =>
  places.flatMap(({ mark, pin }) => (mark === null ? [] : [{ mark, pins: [pin] }]))

type Shown = Extract<FrameMessage, { type: 'shown' }>

/** How often a side has followed the other one: perhaps to where it was sent before. */
const NONE: OfSides<number> = { before: 0, after: 0 }

/** Grows when the same address is asked for once more. */
function useTurn({ key, search }: Pick<Location, 'key' | 'search'>): number {
  const [seen, setSeen] = useState({ key, search, turn: 0 })
  if (seen.key !== key)
    setSeen({ key, search, turn: seen.search === search ? seen.turn + 1 : seen.turn })
  return seen.turn
}

/**
 * The framed shop before and after: both show the same page at the same height, whichever of them
 * the reader moves. What they tell decides only that, the page's name and whether pictures replace
 * them.
 */
export function useShopFrames({
  origins,
  path,
  location,
  places,
}: {
  /** Of the two previews; each is a host of its own. */
  origins: OfSides<string | null>
  /** The page that the address asks for. */
  path: string
  location: Pick<Location, 'key' | 'search'>
  places: readonly PinnedPlace[]
}) {
  const frames: OfSides<RefObject<HTMLIFrameElement | null>> = {
    before: useRef(null),
    after: useRef(null),
  }
  const asked = `${useTurn(location)} ${path}`
  const shopOrigin = origins.after
  const [told, setTold] = useState<OfSides<Shown | null>>({ before: null, after: null })
  const [at, setAt] = useState({ asked, shopOrigin, before: path, after: path, follows: NONE })
  if (at.asked !== asked) setAt({ ...at, asked, shopOrigin, before: path, after: path })
  else if (at.shopOrigin !== shopOrigin) {
    // Shown anew with other answers: on the page that the reader has come to.
    const here = told.after ? told.after.path + told.after.search : at.after
    setAt({ ...at, shopOrigin, before: here, after: here })
  }
  const [isReady, setIsReady] = useState(false)
  /** How far each page is scrolled, so that it is kept when the page is shown anew. */
  const heights = useRef(new Map<string, number>())
  /** Sides that were sent to a page and have not told it yet. */
  const sent = useRef(new Set<Side>(SIDES))

  const say = (side: Side, message: object) =>
    // Without an origin only `*` can be addressed; the message contains no secret.
    frames[side].current?.contentWindow?.postMessage(message, '*')
  const sayHeight = (side: Side, y: number) => say(side, { type: 'arasta:preview:scroll', y })
  const sayPlaces = (go: boolean) => say('after', { type: 'arasta:preview:places', places, go })

  const hearShown = useEffectEvent((side: Side, shown: Shown) => {
    const y = heights.current.get(shown.path)
    const other = side === 'after' ? 'before' : 'after'
    const moved = !sent.current.delete(side) && told[side]?.path !== shown.path
    setTold((all) => ({ ...all, [side]: shown }))
    if (side === 'after') {
      setIsReady(true)
      sayPlaces(y === undefined)
    }
    if (y !== undefined) sayHeight(side, y)
    // The reader went on inside one of them: the other one follows.
    if (moved && told[other]?.path !== shown.path) {
      sent.current.add(other)
      setAt((all) => ({
        ...all,
        [other]: shown.path + shown.search,
        follows: { ...all.follows, [other]: all.follows[other] + 1 },
      }))
    }
  })
  const hearScrolled = useEffectEvent((side: Side, y: number) => {
    const page = told[side]?.path
    if (page === undefined) return
    heights.current.set(page, y)
    sayHeight(side === 'after' ? 'before' : 'after', y)
  })
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const side = SIDES.find((one) => frames[one].current?.contentWindow === source)
    // A sandboxed page has no origin.
    if (!side || source === null || origin !== 'null') return
    const message = readFrameMessage(data)
    if (message?.type === 'shown') hearShown(side, message)
    if (message?.type === 'scrolled') hearScrolled(side, message.y)
  })
  // It may have spoken before this page could hear.
  const askAgain = useEffectEvent(() => say('after', { type: 'arasta:preview?' }))
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => hear(event)
    addEventListener('message', onMessage)
    askAgain()
    return () => removeEventListener('message', onMessage)
  }, [])
  const showPlaces = useEffectEvent(() => sayPlaces(false))
  useEffect(() => showPlaces(), [places])

  const addresses: OfSides<string | null> = {
    before: origins.before && origins.before + at.before,
    after: origins.after && origins.after + at.after,
  }
  /** Makes a new frame also for a page that is asked for once more. */
  const keys: OfSides<string> = {
    before: `${at.asked} ${addresses.before} ${at.follows.before}`,
    after: `${at.asked} ${addresses.after} ${at.follows.after}`,
  }
  const loaded = useRef(keys)
  const noteLoads = useEffectEvent(() => {
    const begun = SIDES.filter((side) => loaded.current[side] !== keys[side])
    loaded.current = keys
    for (const side of begun) {
      sent.current.add(side)
      setTold((all) => ({ ...all, [side]: null }))
    }
  })
  useEffect(() => noteLoads(), [keys.before, keys.after])
  return {
    addresses,
    keys,
    frames,
    told: told.after,
    isReady,
    /** Brings the changed place into view again. */
    goToPlace: () => sayPlaces(true),
  }
}
