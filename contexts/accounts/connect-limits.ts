import type { Ctx } from '../ctx.ts'
import type { Limit } from '#lib/limit.ts'

/** ABU-1: nobody's mailbox is flooded, and nobody gets more than fifty guesses at a store in a day. */
export const codeLimits = ({ ip, platformId }: Pick<Ctx, 'ip' | 'platformId'>, host: string): Limit[] => [
  { key: `connect ip ${ip}`, most: 20, seconds: 3600 },
  { key: `connect host ${platformId} ${host}`, most: 5, seconds: 900 },
  { key: `connect host day ${platformId} ${host}`, most: 10, seconds: 86_400 },
]

export const guessLimits = ({ ip }: Pick<Ctx, 'ip'>): Limit[] => [{ key: `connect guess ip ${ip}`, most: 60, seconds: 900 }]
