import { lazy, Suspense } from 'react'
import type { ShopFindings as Answer } from '#modules/installs/shop-look/contract.ts'

// Loaded on demand, because only owners see it. The server renders it synchronously, because it
// must show without a script.
const ShopFindings = import.meta.env.SSR
  ? (await import('./shop-findings.tsx')).ShopFindings
  : lazy(async () => ({ default: (await import('./shop-findings.tsx')).ShopFindings }))

/** The place of what an owner's shop lacks; nothing for visitors. */
export const ShopFindingsPlace = ({ findings }: { findings: Answer | null }) =>
  findings && (
    <Suspense>
      <ShopFindings {...findings} />
    </Suspense>
  )
