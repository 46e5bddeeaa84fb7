import { lazy, Suspense, type ComponentProps } from 'react'
import type { SiteNotice as Whole } from './site-notice.tsx'

// Few shops ever see it: it comes to the browser when there is something to say. The server has it
// at hand, for it needs no script.
const SiteNotice = import.meta.env.SSR
  ? (await import('./site-notice.tsx')).SiteNotice
  : lazy(async () => ({ default: (await import('./site-notice.tsx')).SiteNotice }))

/** Where the notice about the shop's own site stands (S2.31). */
export const SiteNoticePlace = (props: ComponentProps<typeof Whole>) =>
  props.notice && (
    <Suspense>
      <SiteNotice {...props} />
    </Suspense>
  )
