import type { ConsoleCtx, Ctx, RequestContext } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import * as analytics from '#modules/analytics/operations.ts'
import * as apps from '#modules/apps/operations.ts'
import * as billing from '#modules/billing/operations.ts'
import * as catalog from '#modules/catalog/operations.ts'
import * as currencies from '#modules/currencies/operations.ts'
import * as earnings from '#modules/earnings/operations.ts'
import * as identity from '#modules/identity/operations.ts'
import * as installs from '#modules/installs/operations.ts'
import * as market from '#modules/market/operations.ts'
import * as messaging from '#modules/messaging/operations.ts'
import * as orders from '#modules/orders/operations.ts'
import * as publishing from '#modules/publishing/operations.ts'
import * as reviews from '#modules/reviews/operations.ts'
import * as stores from '#modules/stores/operations.ts'
import { getInstallForm } from '#modules/installs/install-form.ts'
import { getPackage } from '#modules/installs/packages.ts'

/** The product is these tables. Operations of the market: the storefronts and their API. */
export const MARKET_OPERATIONS: readonly DefinedOperation<Ctx>[] = [
  ...stores.marketOperations,
  ...messaging.marketOperations,
  ...publishing.marketOperations,
  ...market.marketOperations,
  ...catalog.marketOperations,
  ...orders.marketOperations,
  ...billing.marketOperations,
  ...installs.marketOperations,
  ...apps.marketOperations,
  ...reviews.marketOperations,
]

/** Operations of the installer (S7.15), at its own address. */
export const INSTALLER_OPERATIONS: readonly DefinedOperation<Ctx>[] = [getInstallForm, getPackage]

/** Operations of the console, for partners and operators. */
export const CONSOLE_OPERATIONS: readonly DefinedOperation<ConsoleCtx>[] = [
  ...stores.consoleOperations,
  ...messaging.consoleOperations,
  ...publishing.consoleOperations,
  ...market.consoleOperations,
  ...catalog.consoleOperations,
  ...orders.consoleOperations,
  ...billing.consoleOperations,
  ...installs.consoleOperations,
  ...apps.consoleOperations,
  ...reviews.consoleOperations,
  ...identity.consoleOperations,
  ...currencies.consoleOperations,
  ...earnings.consoleOperations,
  ...analytics.consoleOperations,
]

const byId = <C extends RequestContext>(operations: readonly DefinedOperation<C>[]) =>
  new Map(operations.map((one) => [one.operation.id, one]))
const marketById = byId([...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS])
const consoleById = byId(CONSOLE_OPERATIONS)

export function requireMarketOperation(id: string): DefinedOperation<Ctx> {
  const found = marketById.get(id)
  if (!found) throw new Error(`The market has no operation ${id}`)
  return found
}

export function requireConsoleOperation(id: string): DefinedOperation<ConsoleCtx> {
  const found = consoleById.get(id)
  if (!found) throw new Error(`The console has no operation ${id}`)
  return found
}
