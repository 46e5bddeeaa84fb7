import { toMajor } from '#lib/money.ts'
import { LOCALES, pickText, type Locale } from '#lib/locale.ts'
import type { Db } from '#db/client.ts'
import type { Listing } from '#modules/catalog/public.ts'

/**
 * The listing as the shop window will show it: what a reviewer looks at. Categories and tags by
 * name, amounts in major units.
 */
export async function shopWindowOf(db: Db, listing: Listing, locale: Locale) {
  const named = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('id', 'in', ['', ...listing.categoryIds, ...(listing.tagIds ?? [])])
    .execute()
  const nameOf = (id: string) =>
    pickText((named.find((one) => one.id === id)?.name ?? {}) as Record<string, string>, locale) ||
    id
  return {
    name: listing.name,
    icon: listing.icon,
    categories: listing.categoryIds.map(nameOf),
    tags: (listing.tagIds ?? []).map(nameOf),
    texts: LOCALES.flatMap((language) => listing.texts.filter((one) => one.locale === language)),
    pictures: listing.pictures.map((picture) => ({
      place: [
        'pictures',
        picture.role,
        picture.device,
        picture.locale ?? 'all',
        picture.position,
      ].join('.'),
      device: picture.device,
      path:
        picture.sources.toSorted((a, b) => a.width - b.width).find((one) => one.width >= 480)
          ?.path ??
        picture.sources[0]?.path ??
        null,
      width: picture.width,
      height: picture.height,
      alt: pickText(picture.alt, picture.locale ?? locale),
    })),
    plans: listing.plans.map((plan) => ({
      name: pickText(plan.name, locale),
      kind: plan.kind,
      amount: toMajor(plan.amountMinor),
      currency: plan.currency,
      period: plan.period,
    })),
  }
}
