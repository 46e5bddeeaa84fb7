import type { Gateway } from './gateways/gateway.ts'
import type { InvoiceProvider } from './invoices/provider.ts'
import type { VatAuthority } from './vies.ts'
export { findDefaultAddress, findInvoiceAddress } from './addresses.ts'
export { pricesInBundles } from './bundle-orders.ts'
export {
  deleteCardAtGateway,
  findCard,
  findCardsToDelete,
  requireSavedCard as requireChargeableCard,
} from './cards.ts'
export {
  findConsentLocale,
  hasAgreed,
  hasApprovedPermissions,
  listAgreedItems,
  listApprovals,
  recordConsents,
} from './consents.ts'
export { findOpenOrder, lockOrder, selectOrderLines, selectOrders } from './data.ts'
export { findBuyers, findInvoices, findOrders } from './find-in-console.ts'
export { listOrderHappenings } from './happened.ts'
export { findLostPayments, type LostPayment, returnLostPayment } from './lost-payments.ts'
export { listOpenDifferences, resolveDiscrepancy } from './discrepancies.ts'
export {
  endSubscriptionAccess,
  findEndedUses,
  findOrderOfItem,
  findOwnership,
  grantSubscription,
  listPurchases,
  markUseEnded,
  passEntitlements,
  type EndedUse,
} from './entitlements.ts'
export { findIdleCardSetups, settleCardSetup } from './card-setups.ts'
export { type IyzicoCalls, iyzicoCalls, iyzicoSigner, readRefusal } from './gateways/iyzico-wire.ts'
export { type SandboxBankSettings, sandboxCalls } from './gateways/sandbox-wire.ts'
export { type Called, calling, openStripe } from './gateways/stripe-wire.ts'
export { takeChallengePage, handleNotice, handleReturn } from './gateway-returns.ts'
export { issueLateDocuments, mailAttachment } from './invoices/issue-invoice.ts'
export { agreementsIn } from './legal-texts.ts'
export { clausesIn } from './legal/clauses.ts'
export {
  couponCode,
  couponColumns,
  couponFault,
  couponValue,
  type CouponValue,
  endUseOfSubscription,
  lockStore,
  plainCouponValue,
  type StoredCoupon,
} from './coupons.ts'
export { findCouponWithPlaces } from './calculate-price.ts'
export {
  endCoupon,
  findOwnCoupon,
  insertCoupon,
  listCouponsOf,
  writeCoupon,
  type NewCoupon,
} from './manage-coupons.ts'
export { describePart, type OrderPart, receiptWords } from './order-facts.ts'
export {
  findTaxRate,
  homePrice,
  limitCouponGuesses,
  rateIn,
  reserveForSubscription,
} from './price-order.ts'
export { cancelProductOrders, placeProductOrder, priceProduct } from './product-orders.ts'
export { type DocumentRow, listNewestDocuments, listDocumentsOfOrders } from './operator-orders.ts'
export {
  findRefundableOrder,
  keepsItem,
  previewRefundOf,
  readRefunds,
  type RefundableOrder,
} from './preview-refund.ts'
export { compareLedgers, compareLedgersOfDay } from './reconciliation.ts'
export {
  findIdleRefunds,
  finishRefund,
  refundOrder,
  requestRefund,
  requestRefundIn,
  refundAcross,
  type RefundAnswer,
  type RefundRequest,
} from './refunds.ts'
export { isStripeAmount, minorOfStripe, stripeAmount } from './stripe-units.ts'
export { isIdentityNumber, isTaxNumber, type OrderPurpose, REFUND_REASONS } from './rules.ts'
export { findIdleAttempts, settleAttempt, processAttempt } from './settle-payment.ts'
export { expireOrders } from './start-order.ts'
export { grantRefundRequest, listOpenRefundRequests } from './refund-requests.ts'
export { lockReturnable, markReturned, returnableUntil, wasReturned } from './returns.ts'
export {
  cancelOpenOrders,
  cancelOrder,
  isPaying,
  chargeWithoutBuyer,
  type ChargeResult,
  countGatewayErrors,
  findChargeResult,
  findOrderBasis,
  findRefundableMinor,
  listSubscriptionOrders,
  findSubscriptionOrder,
  linkOrder,
  type OrderBasis,
  type PaidSubscriptionOrder,
  lockOpenOrders,
  lockPaidOrders,
  placeSubscriptionOrder,
  priceParts,
  type AgreedDiscount,
  applyCoupon,
  completeFreeSubscriptionOrder,
} from './subscription-orders.ts'
export { listOrders } from './operator-orders.ts'
export { asksVatIds, checkVatId, findDueVatChecks, renewVatCheck } from './vat-ids.ts'
export { erasePaymentData, SEALED_COLUMNS_OF_ORDERS, storeDataOfOrders } from './store-data.ts'

declare module '#kernel/context.ts' {
  interface Services {
    gateway: Gateway
    /** A gateway that was configured before, for payments that it started; null without its keys. */
    formerGateway(name: string): Gateway | null
    invoices: InvoiceProvider
    /** Says whether a VAT id of the European Union is valid. */
    vatAuthority: VatAuthority
  }
}
