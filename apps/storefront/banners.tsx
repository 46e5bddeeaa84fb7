import type { Banner } from '#modules/catalog/contract.ts'
import { BannerRow } from '#ui/banner.tsx'
import { requireTarget } from './go-to.ts'
import { pictureOf } from './item-card.tsx'
import { useWords } from './messages.tsx'
import { pathsFor } from './paths.ts'
import { useShell } from './shell.tsx'

/** The market's banners in order, at most two. */
export function Banners({
  banners,
  ...look
}: {
  banners: readonly Banner[]
  low?: boolean
  className?: string
}) {
  const { t } = useWords()
  const { framed } = useShell()
  const shown = banners
    .toSorted((a, b) => a.order - b.order)
    .map((banner) => {
      const { href, outside } = requireTarget(banner.target, banner.external)
      return {
        id: banner.id,
        title: banner.title,
        text: banner.text,
        action: banner.action,
        // a framed page links only to framed pages
        href: outside || !framed ? href : pathsFor(true).inside(href),
        outside: outside ? t('link.outside') : undefined,
        ground: banner.ground ?? undefined,
        picture: banner.image ? pictureOf(banner.image) : undefined,
        pictureAlt: banner.image?.alt,
      }
    })
  return <BannerRow banners={shown} {...look} />
}
