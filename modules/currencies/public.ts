export {
  type Price,
  type Pricing,
  hasPrice,
  priceFor,
  pricingAtHome,
  pricingFor,
  pricingOf,
  readCurrencies,
  readUsedCurrencies,
  unitPriceFor,
} from './pricing.ts'
export { saveRates } from './data.ts'
export { importRates } from './import-rates.ts'
export { UnreadableRates } from './ecb-rates.ts'
