import type { Locale } from '#lib/locale.ts'
import { formatAmount } from '#lib/money.ts'
import type { PriceProps } from '#ui/amount.tsx'
import type { PictureData } from '#ui/picture.tsx'
import type { Words } from '../words.tsx'
import type { Content } from './read-form.ts'

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

/** Covers, and screenshots in their order, that a reader of the language sees. */
export function picturesIn({ pictures }: Pick<Content, 'pictures'>, language: Locale) {
  const shown = pictures.filter(
    (one) => one.sources.length > 0 && (one.locale === null || one.locale === language),
  )
  const cover = (device: 'desktop' | 'phone') =>
    shown.find((one) => one.role === 'cover' && one.device === device)
  return {
    desktop: cover('desktop'),
    phone: cover('phone'),
    shots: shown.filter((one) => one.role === 'screenshot'),
  }
}
