import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 1_500

/** Loads the page's data again and again while something is under way and the page is looked at. */
export function useLive(isLive: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isLive || state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, EVERY_MS)
    const onLook = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', onLook)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [isLive, state, revalidate])
}
