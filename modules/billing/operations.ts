import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  agreeToSubscription,
  cancelSubscription,
  changePlan,
  keepSubscription,
  setSubscriptionCap,
  setSubscriptionCard,
} from './change-subscription.ts'
import {
  addTestStore,
  endDeveloperAccess,
  getDeveloperAccess,
  makeDeveloperCode,
  removeTestStore,
} from './developer-stores.ts'
import { listOffers } from './offers.ts'
import {
  chargeNow,
  creditSubscription,
  endSubscriptionNow,
  extendSubscription,
  writeOffSubscription,
} from './operator-changes.ts'
import { getAnySubscription, listAllSubscriptions } from './operator-subscriptions.ts'
import {
  listPlanOffers,
  listPlanVersions,
  makePlanOffer,
  withdrawPlanOffer,
} from './partner-offers.ts'
import { listPartnerSubscriptions } from './partner-subscriptions.ts'
import { previewSubscription, startSubscription } from './start-subscription.ts'
import { getSubscription, listSubscriptions } from './store-subscriptions.ts'
import { advanceTestClock, getTestTimeline, listTestStores } from './test-clock.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  listOffers,
  previewSubscription,
  startSubscription,
  listSubscriptions,
  getSubscription,
  getDeveloperAccess,
  makeDeveloperCode,
  endDeveloperAccess,
  agreeToSubscription,
  changePlan,
  cancelSubscription,
  keepSubscription,
  setSubscriptionCap,
  setSubscriptionCard,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listAllSubscriptions,
  getAnySubscription,
  chargeNow,
  extendSubscription,
  creditSubscription,
  endSubscriptionNow,
  writeOffSubscription,
  listTestStores,
  addTestStore,
  removeTestStore,
  advanceTestClock,
  getTestTimeline,
  listPlanOffers,
  listPlanVersions,
  makePlanOffer,
  withdrawPlanOffer,
  listPartnerSubscriptions,
]
