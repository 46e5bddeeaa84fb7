import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'catalog.item_not_found': 404,
  'catalog.bundle_not_found': 404,
  'catalog.item_delisted': 410,
  'catalog.not_installable': 422,
  'catalog.saved_full': 409,
  'partners.picture_svg': 422,
  'partners.picture_mixed': 422,
  'partners.picture_unreadable': 422,
  'partners.picture_large': 422,
  'partners.picture_small': 422,
  'input.invalid': 400,
  not_found: 404,
  'backoffice.category_full': 409,
  'backoffice.slug_taken': 409,
  'catalog.synonyms_full': 409,
  'catalog.goals_full': 409,
  'catalog.bundle_small': 409,
  'catalog.bundle_public': 409,
  'catalog.order_changed': 409,
  'catalog.home_changed': 409,
})
