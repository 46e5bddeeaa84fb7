import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getItemFigures, getMarketFigures, getPartnerFigures } from './analytics.ts'
import { getItemInsights } from './insights.ts'
import {
  getMarketSubscriptionFigures,
  getPartnerSubscriptionFigures,
} from './subscription-figures.ts'

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  getItemFigures,
  getItemInsights,
  getPartnerFigures,
  getMarketFigures,
  getPartnerSubscriptionFigures,
  getMarketSubscriptionFigures,
]
