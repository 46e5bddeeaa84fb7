import type { ItemDetail } from '#modules/catalog/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { DEVICES, DeviceLinks } from '#ui/device-frame.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { useShell, type Shell } from '../../shell.tsx'

/**
 * The item on a shop (S2.17): on our own preview screen where there is one for it, else where its
 * developer shows it.
 */
export function PreviewButton({
  item,
  store,
  wide,
}: {
  item: ItemDetail
  store: Shell['store']
  wide?: boolean
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { origin } = useShell()
  const address = item.links.live_preview
  if (!address) return null
  if (address !== `${origin}/preview/${item.slug}`)
    return (
      <LinkButton
        href={address}
        kind="secondary"
        icon="shop"
        wide={wide}
        target="_blank"
        rel="noreferrer"
      >
        {t('detail.link.preview')}
      </LinkButton>
    )
  return (
    <LinkButton
      href={paths.preview(item.slug)}
      kind="secondary"
      icon="shop"
      wide={wide}
      rel="nofollow"
    >
      {t(store ? 'detail.preview.own' : 'detail.preview')}
    </LinkButton>
  )
}

/** Over a theme's picture: the same shop live, on the screen that one chooses. */
export function PreviewTools({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const paths = usePaths()
  const { origin } = useShell()
  if (item.links.live_preview !== `${origin}/preview/${item.slug}`) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 md:-mx-16">
      <DeviceLinks
        label={t('detail.preview')}
        links={DEVICES.map((device) => ({
          device,
          name: t(`detail.preview.${device}`),
          href: withQuery(paths.preview(item.slug), { device }),
          current: false,
        }))}
      />
      <LinkButton
        href={paths.preview(item.slug)}
        kind="secondary"
        size="small"
        icon="full-screen"
        rel="nofollow"
      >
        {t('detail.preview')}
      </LinkButton>
    </div>
  )
}
