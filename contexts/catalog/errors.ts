import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({ 'catalog.item_not_found': 404 })
