import { lazy, Suspense, type ComponentProps } from 'react'
import type { SiteNotice as Whole } from './site-notice.tsx'

// Loaded on demand, because few shops see it. The server renders it synchronously, because it must
// show without a script.
const SiteNotice = import.meta.env.SSR
  ? (await import('./site-notice.tsx')).SiteNotice
  : lazy(async () => ({ default: (await import('./site-notice.tsx')).SiteNotice }))

/** The place of the notice about the shop's site (S2.31). */
export const SiteNoticePlace = (props: ComponentProps<typeof Whole>) =>
  props.notice && (
    <Suspense>
      <SiteNotice {...props} />
    </Suspense>
  )
