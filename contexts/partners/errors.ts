import { COMMON_REFUSALS, refusing } from '#lib/refusal.ts'

export const refuse = refusing({ ...COMMON_REFUSALS, 'partners.token_many': 409, 'partners.draft_changed': 409 })
