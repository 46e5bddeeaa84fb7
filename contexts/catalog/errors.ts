import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({ 'catalog.item_not_found': 404, 'catalog.item_delisted': 410, 'catalog.not_installable': 422 })
