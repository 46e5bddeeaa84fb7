import { Stage } from '#ui/stage.tsx'
import { CoverArch } from '#ui/theme-cover.tsx'
import { pictureOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import type { InstallData } from './load-install.ts'

/** A picture of the demo shop with the item, labeled as such. */
export function ShopPicture({ item }: { item: InstallData['item'] }) {
  const { t } = useWords()
  const desktop = item.cover ? pictureOf(item.cover.desktop) : undefined
  const phone = item.cover?.phone ? pictureOf(item.cover.phone) : undefined
  if (!desktop) return null
  return (
    <figure>
      {item.market === 'theme' ? (
        <>
          <CoverArch
            theme={{
              primary: item.swatches[0] ?? item.ground ?? undefined,
              desktop,
              phone,
              noPicture: t('card.no_picture'),
            }}
            first
          />
          <div className="cover-baseline" />
        </>
      ) : (
        <Stage
          ground={item.ground ?? undefined}
          desktop={desktop}
          phone={phone}
          first
          alt={t('installs.picture_alt', { item: item.name })}
          noPicture={t('card.no_picture')}
          className="rounded-panel"
        />
      )}
      <figcaption className="type-sm mt-3 text-ink2">{t('installs.picture')}</figcaption>
    </figure>
  )
}
