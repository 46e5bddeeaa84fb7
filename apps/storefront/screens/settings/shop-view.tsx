import { useState } from 'react'
import type { ShownPreview } from '#modules/installs/contract.ts'
import type { SettingsPlan } from '#modules/installs/settings-contract.ts'
import { Segmented } from '#ui/choice.tsx'
import { DEVICES, type Device, DeviceFrame } from '#ui/device-frame.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { MessageKey } from '#locales/keys.ts'
import { useWords } from '../../messages.tsx'
import { DocumentLink } from '../../router-link.tsx'
import type { InstallData } from '../install/load-install.ts'

/** The page of the shop on which a placement is; others are on every page. */
const PAGES: Readonly<Record<number, string>> = { 1003: 'list', 1004: 'product', 1054: 'cart' }
const NAMED = ['home', 'list', 'product', 'cart']

/** The owner's own shop, before and after, on the page that changes. */
export function ShopView({
  item,
  before,
  after,
  parts,
}: {
  item: Pick<InstallData['item'], 'name' | 'swatches' | 'ground'>
  before: ShownPreview | null
  after: ShownPreview | null
  parts: SettingsPlan['parts']
}) {
  const { t } = useWords()
  const [side, setSide] = useState<'before' | 'after'>('after')
  const [device, setDevice] = useState<Device>('desktop')
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = side === 'after' ? (after ?? before) : before
  if (!shown)
    return (
      <Notice tone="note" className="self-start">
        {t('settings.no_preview')}
      </Notice>
    )
  const pages = shown.pages.filter((one) => NAMED.includes(one.page))
  const changing = parts.flatMap((part) => PAGES[part.placement ?? 0] ?? [])[0]
  const page =
    pages.find((one) => one.page === (chosen ?? changing ?? 'home')) ?? pages[0] ?? shown.pages[0]
  const address = shown.url + (page?.path ?? '/')
  return (
    <section aria-label={t('settings.shop')} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          id="shop-page"
          label={t('settings.page')}
          value={page?.page ?? ''}
          onChange={(event) => setChosen(event.target.value)}
          choices={pages.map((one) => ({
            value: one.page,
            label: t(`plan.page.${one.page}` as MessageKey),
          }))}
        />
        {after && (
          <Segmented
            label={t('settings.sides')}
            name="side"
            value={side}
            onChange={(value) => setSide(value as 'after')}
            segments={[
              { value: 'before', label: t('settings.before') },
              { value: 'after', label: t('settings.after') },
            ]}
          />
        )}
        <Segmented
          label={t('settings.width')}
          name="device"
          value={device}
          onChange={(value) => setDevice(value as Device)}
          segments={DEVICES.toReversed().map((one) => ({ value: one, label: WIDTHS[one] }))}
        />
      </div>
      <DeviceFrame
        key={address}
        className="h-120 rounded-card border border-line"
        device={device}
        title={t('settings.frame', { item: item.name })}
        ground={item.swatches[0] ?? item.ground ?? undefined}
        src={address}
        waiting={
          <noscript>
            <DocumentLink href={address} target="_blank" rel="noopener noreferrer" className="link">
              {t('settings.open')}
            </DocumentLink>
          </noscript>
        }
      />
      <p className="type-sm mt-2 text-ink2">
        {t(side === 'after' && after ? 'settings.unseen' : 'settings.seen')}
      </p>
    </section>
  )
}

const WIDTHS: Record<Device, string> = { phone: '390', tablet: '768', desktop: '1280' }
