import { COMMON_REFUSALS, refusing } from '#lib/refusal.ts'

export const refuse = refusing({ ...COMMON_REFUSALS, 'rollouts.not_running': 409, 'rollouts.not_halted': 409, 'rollouts.stopped': 409, 'rollouts.not_planned': 409, not_found: 404 })
