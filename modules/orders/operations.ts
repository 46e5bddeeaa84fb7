import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { addAddress, deleteAddress, listAddresses, updateAddress } from './addresses.ts'
import { startBundleOrder } from './bundle-orders.ts'
import { calculatePrice, checkCoupon } from './calculate-price.ts'
import { getCardSetup, setUpCard } from './card-setups.ts'
import { deleteSavedCard, listSavedCards, quoteInstallments } from './cards.ts'
import { listAgreements } from './consents.ts'
import { listDifferences, settleDifference } from './discrepancies.ts'
import { getReceipt } from './invoices/issue-invoice.ts'
import { changeCoupon, createCoupon, listCoupons } from './manage-coupons.ts'
import { fetchOrderDocument } from './operator-documents.ts'
import { getOrder, listOrders as listOperatorOrders } from './operator-orders.ts'
import { payOrder } from './pay-order.ts'
import { askForRefund, declineRefundRequest } from './refund-requests.ts'
import { checkOrder, listDrafts, removeDraft, startOrder } from './start-order.ts'
import { getOrderStatus, getStoreOrder, listOrders } from './store-orders.ts'
import { suggestAddress } from './suggest-address.ts'
import { deleteTaxRate, listTaxRates, setItemTaxKind, setTaxRate } from './tax-rates.ts'
import { getTaxReport } from './tax-report.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  startOrder,
  startBundleOrder,
  calculatePrice,
  checkCoupon,
  quoteInstallments,
  listAgreements,
  payOrder,
  getOrderStatus,
  checkOrder,
  getStoreOrder,
  askForRefund,
  listOrders,
  listDrafts,
  removeDraft,
  getReceipt,
  suggestAddress,
  listAddresses,
  addAddress,
  updateAddress,
  deleteAddress,
  listSavedCards,
  setUpCard,
  getCardSetup,
  deleteSavedCard,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listOperatorOrders,
  getOrder,
  fetchOrderDocument,
  declineRefundRequest,
  getTaxReport,
  listCoupons,
  createCoupon,
  changeCoupon,
  listTaxRates,
  setTaxRate,
  deleteTaxRate,
  setItemTaxKind,
  listDifferences,
  settleDifference,
]
