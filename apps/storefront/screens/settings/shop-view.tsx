import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { ShownPreview } from '#modules/installs/contract.ts'
import type { SettingsPlan } from '#modules/installs/settings-contract.ts'
import { Segmented } from '#ui/choice.tsx'
import { DEVICES, type Device } from '#ui/device-frame.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '../../messages.tsx'
import { pageOf, ShopStage, useNarrow } from '../../shop-stage/shop-stage.tsx'
import { type PinnedPlace, type Side, useShopFrames } from '../../shop-stage/use-shop-frames.ts'
import type { InstallData } from '../install/load-install.ts'
import { namedPages, pageName } from '../preview/toolbar.tsx'

/** The owner's own shop, before and after, on the page that changes. */
export function ShopView({
  item,
  before,
  after,
  changes,
}: {
  item: Pick<InstallData['item'], 'name' | 'swatches' | 'ground'>
  before: ShownPreview | null
  /** With the answers of the form; null while nothing differs from the shop. */
  after: ShownPreview | null
  changes: SettingsPlan['changes']
}) {
  const { t } = useWords()
  const shown = after ?? before
  if (!shown)
    return (
      <Notice tone="note" className="self-start">
        {t('settings.no_preview')}
      </Notice>
    )
  return <ShownShop item={item} before={after ? before : null} shown={shown} changes={changes} />
}

function ShownShop({
  item,
  before,
  shown,
  changes,
}: {
  item: Pick<InstallData['item'], 'name' | 'swatches' | 'ground'>
  before: ShownPreview | null
  shown: ShownPreview
  changes: SettingsPlan['changes']
}) {
  const { t } = useWords()
  const location = useLocation()
  const isNarrow = useNarrow()
  const [side, setSide] = useState<Side>('after')
  const [device, setDevice] = useState<Device | 'auto'>('auto')
  const [chosen, setChosen] = useState<string | null>(null)
  const places = useMemo(() => pinnedPlaces(shown, changes), [shown, changes])
  const changing = shown.places.filter((one) => places.some((place) => place.mark === one.mark))
  const page = pageOf({ ...shown, places: changing }, chosen)
  const shop = useShopFrames({
    origins: { before: before?.url ?? null, after: shown.url },
    path: page?.path ?? '/',
    location,
    places,
  })
  return (
    <section aria-label={t('settings.shop')} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          id="shop-page"
          label={t('preview.page.label')}
          value={page?.page ?? ''}
          onChange={(event) => setChosen(event.target.value)}
          choices={namedPages(shown).map((one) => ({
            value: one.page,
            label: changing.some((place) => place.page === one.page)
              ? t('preview.page.changing', { page: pageName(one.page, t) })
              : pageName(one.page, t),
          }))}
        />
        {before && isNarrow && (
          <Segmented
            label={t('preview.sides')}
            name="side"
            value={side}
            onChange={(value) => setSide(value as Side)}
            segments={[
              { value: 'before', label: t('preview.before') },
              { value: 'after', label: t('preview.after') },
            ]}
          />
        )}
        <Segmented
          label={t('preview.device.label')}
          name="device"
          value={device === 'auto' ? 'desktop' : device}
          onChange={(value) => setDevice(value as Device)}
          className="max-md:hidden"
          segments={DEVICES.toReversed().map((one) => ({ value: one, label: WIDTHS[one] }))}
        />
      </div>
      <ShopStage
        shop={shop}
        title={t('preview.frame', { item: item.name, shop: shown.shop.domain })}
        domain={shown.shop.domain}
        device={device}
        side={side}
        ground={item.swatches[0] ?? item.ground ?? undefined}
        className="h-120 rounded-card border border-line"
      />
      <p className="type-sm mt-2 text-ink2">
        {before && !isNarrow && `${t('preview.split_note')} `}
        {t(before && side === 'after' ? 'settings.unseen' : 'settings.seen')}
      </p>
    </section>
  )
}

/** Each part of the page that is made of a changed answer, with the numbers of these in the plan. */
const pinnedPlaces = (
  { places }: ShownPreview,
  changes: SettingsPlan['changes'],
): readonly PinnedPlace[] =>
  places.flatMap(({ mark, inputs }) => {
    const pins = changes.flatMap((change, index) =>
      inputs.includes(change.name) ? [index + 1] : [],
    )
    return mark !== null && pins.length > 0 ? [{ mark, pins }] : []
  })

const WIDTHS: Record<Device, string> = { phone: '390', tablet: '768', desktop: '1280' }
