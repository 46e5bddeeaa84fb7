import type { FieldRules } from '#lib/field-rules.ts'
import type { Locale, Text } from '#lib/locale.ts'

export const SHELF_RULES = {
  name: { required: true, max: 60 },
  lead: { max: 200 },
  title: { required: true, max: 80 },
  text: { max: 200 },
  action: { required: true, max: 40 },
  target: { required: true, max: 2000 },
  alt: { max: 300 },
} as const satisfies Record<string, FieldRules>

export const MOST_IN_COLLECTION = 60

/** What can have an uploaded drawing. */
export const DRAWN_KINDS = ['category', 'collection', 'goal'] as const
export type DrawnKind = (typeof DRAWN_KINDS)[number]

export interface DrawnPicture {
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}

/** An uploaded drawing as operators read it, from its columns. */
export const presentDrawn = (row: { picture: unknown; former_picture: unknown }) => ({
  picture: row.picture as DrawnPicture | null,
  picture_before: row.former_picture !== null,
})

/** What operators put in order, each for one market. */
export const ORDERED_LISTS = [
  'categories',
  'collections',
  'goals',
  'home_banners',
  'list_banners',
] as const
export type OrderedList = (typeof ORDERED_LISTS)[number]

/** Where something stands that is shown on some days. */
export const SHOWINGS = ['hidden', 'scheduled', 'live', 'ended'] as const
export type Showing = (typeof SHOWINGS)[number]

export interface Days {
  /** Null: no limit. */
  starts_at: Date | null
  ends_at: Date | null
}

export const isOnDays = ({ starts_at: from, ends_at: until }: Days, at: Date): boolean =>
  (from === null || from <= at) && (until === null || until > at)

export function showingOf({ active, ...days }: Days & { active: boolean }, at: Date): Showing {
  if (!active) return 'hidden'
  if (isOnDays(days, at)) return 'live'
  return days.ends_at !== null && days.ends_at <= at ? 'ended' : 'scheduled'
}

/** Reads days as they are given; null when they end before they begin. */
export function readDays(given: {
  starts_at: string | null
  ends_at: string | null
}): { startsAt: Date | null; endsAt: Date | null } | null {
  const [startsAt, endsAt] = [given.starts_at, given.ends_at].map((text) =>
    text === null ? null : new Date(text),
  ) as [Date | null, Date | null]
  return startsAt !== null && endsAt !== null && endsAt <= startsAt ? null : { startsAt, endsAt }
}

export const presentDays = (days: Days & { active: boolean }, now: Date) => ({
  starts_at: days.starts_at?.toISOString() ?? null,
  ends_at: days.ends_at?.toISOString() ?? null,
  showing: showingOf(days, now),
})

/** Without empty texts. */
export const writtenOf = (texts: Text): Text =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** Languages of the market in which one of these texts is missing. */
export const missingIn = (languages: readonly Locale[], ...texts: readonly Text[]): Locale[] =>
  languages.filter((locale) => texts.some((text) => !text[locale]))
