export { findSubscription, isUnpaid, listOpenSubscriptions, type SubscriptionRow } from './data.ts'
export { findRelatedStore } from './partner-offers.ts'
export { findNextCharge } from './store-subscriptions.ts'
export { cancelWithItem } from './cancel-with-item.ts'
export { storeDataOfBilling } from './store-data.ts'
export { recordUsage } from './usage.ts'
export { advanceSubscription, countDueRenewals, findDueSubscriptions } from './run-subscription.ts'
export { listAllSubscriptions } from './operator-subscriptions.ts'
export { findSubscriptions } from './find-subscriptions.ts'
export { findFactsOf, findSubscriptionFacts } from './app-facts.ts'
export { listSubscriptionHappenings } from './timeline.ts'
export { findMovingClocks, moveTestClock } from './test-clock.ts'
export { subscriptionOrderPaid } from './settle-order.ts'
export { endDisputed } from './order-disputed.ts'
export {
  endRefunded,
  lockToEnd,
  previewRefundedSubscription,
  subscriptionOrderRefunded,
} from './order-refunded.ts'
