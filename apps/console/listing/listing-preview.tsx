import { directionOf, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { formatAmount } from '#lib/money.ts'
import { AppCard } from '#ui/app-card.tsx'
import { AppIcon, groundOf, letterOf } from '#ui/app-icon.tsx'
import { CheckList, Panel, PanelPart } from '#ui/panel.tsx'
import { PermissionList, PermissionRow } from '#ui/permission-row.tsx'
import { Picture, type PictureData } from '#ui/picture.tsx'
import { Price, type PriceProps } from '#ui/amount.tsx'
import { ThemeCover } from '#ui/theme-cover.tsx'
import { useWords, type Words } from '../words.tsx'
import type { Content, Seen } from './read-form.ts'

type DraftPicture = Content['pictures'][number]

/** A picture of the draft as page data, with its smallest files only. */
export function pictureOf({
  sources,
  width,
  height,
  placeholder,
}: Pick<DraftPicture, 'sources' | 'width' | 'height' | 'placeholder'>): PictureData {
  const types = [...new Set(sources.map((one) => one.type))].toSorted()
  const set = (type: string) =>
    sources
      .filter((one) => one.type === type)
      .map((one) => `${one.path} ${one.width}w`)
      .join(', ')
  const last = types.at(-1) ?? ''
  return {
    src: sources.findLast((one) => one.type === last)?.path ?? '',
    srcSet: set(last),
    sources: types.slice(0, -1).map((type) => ({ type, srcSet: set(type) })),
    width,
    height,
    ...(placeholder !== null && { placeholder }),
  }
}

/** The price of its cheapest plan. */
export function priceOf({ plans }: Pick<Content, 'plans'>, { t }: Pick<Words, 't'>): PriceProps {
  const plan = plans.toSorted(
    (a, b) =>
      Number(a.kind !== 'free') - Number(b.kind !== 'free') || a.amountMinor - b.amountMinor,
  )[0]
  if (!plan || plan.amountMinor === 0)
    return plan?.kind === 'usage'
      ? { text: t('portal.preview.by_use') }
      : { text: t('portal.preview.free'), free: true }
  const amount = formatAmount(plan.amountMinor, plan.currency)
  return {
    text:
      plan.kind === 'recurring'
        ? t(`portal.preview.every.${plan.period ?? 'month'}`, { price: amount })
        : amount,
  }
}

/** The listing in one language, as a card and on its own page, with the storefront's components. */
export function ListingPreview({
  market,
  seen,
  content,
  language,
}: {
  market: Market
  seen: Seen
  content: Content
  language: Locale
}) {
  const words = useWords()
  const { t } = words
  const name = seen.name || t('portal.preview.no_name')
  const price = priceOf(content, words)
  const shown = content.pictures.filter((one) => one.locale === null || one.locale === language)
  const cover = (device: 'desktop' | 'phone') =>
    shown.find((one) => one.role === 'cover' && one.device === device)
  const [desktop, phone] = [cover('desktop'), cover('phone')]
  const shots = shown.filter((one) => one.role === 'screenshot')
  return (
    <Panel as="section" label={t('portal.preview.title')}>
      <PanelPart>
        <h2 className="type-d4">{t('portal.preview.title')}</h2>
        <h3 className="type-sm mt-4 mb-2 text-ink2">{t('portal.preview.list')}</h3>
        <div lang={language} dir={directionOf(language)} inert>
          {market === 'app' ? (
            <AppCard app={{ href: '#', name, promise: seen.tagline, icon: content.icon, price }} />
          ) : (
            <div className="max-w-80">
              <ThemeCover
                theme={{
                  href: '#',
                  name,
                  price,
                  primary: content.swatches[0] ?? content.ground ?? groundOf(name),
                  letter: letterOf(name),
                  swatches: content.swatches.slice(0, 4),
                  swatchesLabel: t('portal.preview.colours'),
                  noPicture: t('portal.preview.no_picture'),
                  ...(desktop && { desktop: pictureOf(desktop) }),
                  ...(phone && { phone: pictureOf(phone) }),
                }}
              />
            </div>
          )}
        </div>
      </PanelPart>
      <PanelPart>
        <h3 className="type-sm mb-3 text-ink2">{t('portal.preview.page')}</h3>
        <div lang={language} dir={directionOf(language)} className="grid min-w-0 gap-5">
          <div className="flex items-center gap-4">
            {market === 'app' && <AppIcon src={content.icon} name={name} size={60} />}
            <div className="min-w-0">
              <p className="type-d3 wrap-anywhere-safe">
                <bdi>{name}</bdi>
              </p>
              <Price {...price} className="text-start" />
            </div>
          </div>
          {seen.tagline !== '' && (
            <p className="type-lead wrap-anywhere-safe">
              <bdi>{seen.tagline}</bdi>
            </p>
          )}
          {[desktop, ...shots]
            .filter((one) => one !== undefined)
            .map((one) => (
              <Picture
                key={one.sources[0]?.path ?? one.position}
                picture={pictureOf(one)}
                alt={one.alt[language] ?? ''}
                sizes="26rem"
                className={
                  one.device === 'phone'
                    ? 'max-w-40 rounded-card border border-line'
                    : 'rounded-card border border-line'
                }
              />
            ))}
          {seen.description.length > 0 && (
            <div className="prose type-body grid gap-3">
              {seen.description.map((one, index) => (
                <p key={index} className="wrap-anywhere-safe">
                  <bdi>{one}</bdi>
                </p>
              ))}
            </div>
          )}
          {seen.features.length > 0 && <CheckList items={seen.features} />}
          {(seen.touches.length > 0 || seen.leavesAlone.length > 0) && (
            <PermissionList>
              {seen.touches.map((row, index) => (
                <PermissionRow key={`t${index}`} kind="block" title={row.title} reason={row.text} />
              ))}
              {seen.leavesAlone.map((row, index) => (
                <PermissionRow key={`l${index}`} title={row.title} reason={row.text} />
              ))}
            </PermissionList>
          )}
          {seen.support.map((chapter, index) => (
            <section key={index}>
              <h4 className="type-label">{chapter.title}</h4>
              {chapter.paragraphs.map((one, place) => (
                <p key={place} className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
                  {one}
                </p>
              ))}
            </section>
          ))}
        </div>
      </PanelPart>
    </Panel>
  )
}
