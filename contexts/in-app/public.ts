import type { Services } from '../ctx.ts'
import { deleteNoncesBefore } from './data.ts'

export { findSignedApp } from './signed-app.ts'
export { productOrderChanged } from './product-order-changed.ts'

/** Housekeeping: what was used once may be forgotten when it could not be used any more. */
export const tidyAppCalls = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => deleteNoncesBefore(db, clock.now())
