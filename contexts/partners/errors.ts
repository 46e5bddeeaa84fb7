import { COMMON_REFUSALS, refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  ...COMMON_REFUSALS, 'partners.token_many': 409, 'partners.draft_changed': 409, 'partners.developer_not_found': 404,
  'partners.no_site': 409, 'partners.no_support_mail': 409, 'partners.proof_nowhere': 422, 'partners.proof_unreachable': 503, 'partners.mail_link_over': 410, 'partners.message_spam': 409,
  'partners.picture_svg': 422, 'partners.picture_mixed': 422, 'partners.picture_unreadable': 422, 'partners.picture_large': 422, 'partners.picture_small': 422, 'partners.picture_many': 409,
})
