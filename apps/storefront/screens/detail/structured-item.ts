import type { ItemDetail } from '#modules/catalog/contract.ts'
import type { Locale } from '#lib/locale.ts'
import { withQuery } from '../../paths.ts'

/** URL of its picture for link previews (`server/share-pictures.ts`). */
export const sharePicture = (origin: string, slug: string, locale: Locale): string =>
  origin + withQuery(`/share/${slug}.jpg`, { hl: locale })

/** Number of reviews included with their text. */
const SHOWN_REVIEWS = 3

interface Around {
  origin: string
  locale: Locale
  /** Breadcrumbs, outermost first. */
  crumbs: readonly { href: string; name: string }[]
}

/**
 * An item for search engines (schema.org), with absolute URLs. Ratings and reviews only when there
 * are any, an offer only when it can be bought at that price as a single payment.
 */
export function structuredItem(item: ItemDetail, { origin, locale, crumbs }: Around): object {
  const url = `${origin}/${item.slug}`
  const priced = item.installable && (item.price_kind === 'free' || item.price_kind === 'one_time')
  const reviews = (item.reviews?.data ?? [])
    .filter((review) => review.shop !== null)
    .slice(0, SHOWN_REVIEWS)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'SoftwareApplication',
        '@id': `${url}#item`,
        name: item.name,
        description: item.tagline,
        url,
        image: sharePicture(origin, item.slug, locale),
        applicationCategory: item.market === 'theme' ? 'DesignApplication' : 'BusinessApplication',
        operatingSystem: 'Web',
        ...(item.version !== null && { softwareVersion: item.version }),
        ...(item.releases?.[0]?.published_at && { dateModified: item.releases[0].published_at }),
        author: { '@type': 'Organization', name: item.developer.name },
        ...(priced && {
          offers: {
            '@type': 'Offer',
            url,
            price: item.price,
            priceCurrency: item.currency,
            availability: 'https://schema.org/OnlineOnly',
          },
        }),
        ...(item.rating !== null &&
          item.review_count > 0 && {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: item.rating,
              ratingCount: item.review_count,
              bestRating: 5,
              worstRating: 1,
            },
          }),
        ...(reviews.length > 0 && {
          review: reviews.map((review) => ({
            '@type': 'Review',
            author: { '@type': 'Organization', name: review.shop },
            datePublished: review.written_at,
            reviewRating: {
              '@type': 'Rating',
              ratingValue: review.stars,
              bestRating: 5,
              worstRating: 1,
            },
            ...(review.text !== '' && { reviewBody: review.text }),
          })),
        }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          ...crumbs.map((crumb) => ({ name: crumb.name, item: origin + crumb.href })),
          { name: item.name, item: url },
        ].map((crumb, n) => ({ '@type': 'ListItem', position: n + 1, ...crumb })),
      },
    ],
  }
}
