/** What a shop may lack, the most useful to know first. */
export const FINDING_KINDS = [
  'consent',
  'contact',
  'structured_data',
  'reviews',
  'free_delivery',
  'delivery_day',
  'picture_viewer',
  'search',
  'announcement',
  'languages',
  'description',
  'sitemap',
  'alt_texts',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
