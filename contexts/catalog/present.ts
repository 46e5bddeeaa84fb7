import { pickText, type Locale } from '#lib/locale.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import type { z } from 'zod'
import type { itemCard } from './contract.ts'
import type { CardRow, PictureRow } from './data.ts'

/** Rows → the forms of the contract. */

export function presentPicture(row: Pick<PictureRow, 'sources' | 'width' | 'height' | 'placeholder' | 'alt'>, locale: Locale) {
  return { sources: row.sources, width: row.width, height: row.height, placeholder: row.placeholder, alt: pickText(row.alt, locale) }
}

export function presentCard(row: CardRow, locale: Locale, taxIncluded: boolean): z.input<typeof itemCard> {
  const desktop = row.cover_desktop
  return {
    id: row.id, market: row.market as 'app' | 'theme', slug: row.slug, prefix: row.prefix, name: row.name, tagline: row.tagline,
    price: toMajor(row.price_minor), currency: row.currency as Currency, tax_included: taxIncluded, in_app_purchase: row.in_app_purchase ? 1 : 0,
    rating: row.rating === null ? null : Number(row.rating), review_count: row.review_count, install_count: row.install_count,
    developer: { slug: row.partner_slug, name: row.partner_name },
    icon: row.icon,
    cover: desktop && {
      desktop: presentPicture(desktop, locale),
      phone: row.cover_phone && presentPicture(row.cover_phone, locale),
    },
    swatches: row.swatches, ground: row.ground,
    categories: row.categories.map(category => ({ slug: category.slug, name: pickText(category.name, locale) })),
    version: row.version, permission_count: row.permission_count,
  }
}
