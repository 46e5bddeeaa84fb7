import { COMMON_REFUSALS, refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  ...COMMON_REFUSALS, 'partners.token_many': 409, 'partners.draft_changed': 409,
  'partners.picture_svg': 422, 'partners.picture_mixed': 422, 'partners.picture_unreadable': 422, 'partners.picture_large': 422, 'partners.picture_small': 422, 'partners.picture_many': 409,
})
