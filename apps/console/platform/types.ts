import type { AnswerOf } from '#kernel/operation.ts'
import type { getPlatformSetup } from '#modules/stores/platforms/setup/contract.ts'

export type Setup = AnswerOf<typeof getPlatformSetup>
export type Platform = Setup['platform']
export type Check = Setup['checks'][number]
export type Handover = Setup['handovers'][number]
