import type { ListingCounts } from '#modules/catalog/listing.ts'
import { LARGEST_COUNT } from './format.ts'
import type { Said } from './parse-line.ts'
import type { AddNote } from './price.ts'

type Rated = Pick<ListingCounts, 'rating' | 'reviewCount' | 'histogram' | 'ratings'>

const NOT_RATED: Rated = { rating: null, reviewCount: 0, histogram: null, ratings: [] }

/**
 * What is counted wins over what is stated. Half a star more belongs to the whole one above it, for
 * a histogram has five bars.
 */
export function readRatings(
  item: Said<'item'>,
  lines: Said<'rating'>[],
  note: AddNote,
  noteItem: AddNote,
): Rated {
  const stars = new Map<string, number>()
  for (const line of lines) {
    if (!(line.stars >= 0.5 && line.stars <= 5 && Number.isInteger(line.stars * 2)))
      note(line.at, 'R-STARS-BAD', `${line.stars} stars`, true)
    else if (stars.has(line.rater)) note(line.at, 'R-LINE-TWICE', `rater ${line.rater}`, true)
    else stars.set(line.rater, line.stars)
  }
  const { rating, review_count: count } = item
  if (stars.size > 0) {
    const all = [...stars.values()]
    const average = Math.round((all.reduce((sum, one) => sum + one, 0) / all.length) * 100) / 100
    if (
      (count !== undefined && count !== all.length) ||
      (rating !== undefined && Math.abs(rating - average) >= 0.1)
    ) {
      noteItem(
        item.at,
        'R-RATING-COUNTED',
        `stated ${rating ?? '–'} by ${count ?? '–'}, counted ${average} by ${all.length}`,
      )
    }
    const histogram = [0, 0, 0, 0, 0]
    for (const one of all)
      histogram[Math.ceil(one) - 1] = (histogram[Math.ceil(one) - 1] as number) + 1
    return {
      rating: average,
      reviewCount: all.length,
      histogram,
      ratings: [...stars].map(([rater, one]) => ({ rater, stars: one })),
    }
  }
  if (rating === undefined && !count) return NOT_RATED
  if (rating === undefined || !count || rating < 0.5 || rating > 5) {
    noteItem(item.at, 'R-RATING-NOBODY', `${rating ?? '–'} by ${count ?? '–'}`)
    return NOT_RATED
  }
  return {
    rating: Math.round(rating * 100) / 100,
    reviewCount: Math.min(count, LARGEST_COUNT),
    histogram: null,
    ratings: [],
  }
}
