import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({ 'statements.appealed_already': 409, 'statements.appeal_over': 410, 'statements.no_appeal': 409, 'statements.own_decision': 409, 'not_found': 404 })
