export { findSubscription, isUnpaid, type SubscriptionRow } from './data.ts'
export { cancelWithItem } from './cancel-with-item.ts'
export { advanceSubscription, findDueSubscriptions } from './run-subscription.ts'
export { subscriptionOrderPaid } from './settle-order.ts'
