import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'reviews.never_installed': 422,
  'reviews.too_late': 422,
  'reviews.already_written': 409,
  'reviews.not_written': 404,
  'reviews.not_found': 404,
  'reviews.own_vote': 422,
  'reviews.pictures_many': 422,
  'session.store_closed': 410,
  'catalog.item_not_found': 404,
  'backoffice.review_state': 409,
  not_found: 404,
})
