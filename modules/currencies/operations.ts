import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getCurrencies, saveCurrency, saveExchangeRate } from './manage-currencies.ts'
import { changePlatformPrices } from './platform-prices.ts'

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  getCurrencies,
  saveCurrency,
  saveExchangeRate,
  changePlatformPrices,
]
