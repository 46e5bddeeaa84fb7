import { SEALED_COLUMNS_OF_KERNEL, type SealedColumn } from '#kernel/reseal.ts'
import { SEALED_COLUMNS_OF_APPS } from '#modules/apps/public.ts'
import { SEALED_COLUMNS_OF_INSTALLS } from '#modules/installs/public.ts'
import { SEALED_COLUMNS_OF_MAIL } from '#modules/mail/public.ts'
import { SEALED_COLUMNS_OF_MARKET } from '#modules/market/public.ts'
import { SEALED_COLUMNS_OF_MESSAGING } from '#modules/messaging/public.ts'
import { SEALED_COLUMNS_OF_ORDERS } from '#modules/orders/public.ts'
import { SEALED_COLUMNS_OF_STORES } from '#modules/stores/public.ts'

const keyOf = ({ table, column }: SealedColumn) => `${table} ${column}`

/** Every sealed column of the database; `reseal.test.ts` compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SEALED_COLUMNS_OF_KERNEL,
  ...SEALED_COLUMNS_OF_APPS,
  ...SEALED_COLUMNS_OF_INSTALLS,
  ...SEALED_COLUMNS_OF_MAIL,
  ...SEALED_COLUMNS_OF_MARKET,
  ...SEALED_COLUMNS_OF_MESSAGING,
  ...SEALED_COLUMNS_OF_ORDERS,
  ...SEALED_COLUMNS_OF_STORES,
].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
