import type { Message } from '#lib/locale.ts'
import { common } from './common.ts'
import { faults } from './faults.ts'
import { fields } from './fields.ts'
import { find } from './find.ts'
import { newsletter } from './newsletter.ts'
import { screens } from './screens.ts'

/** Messages that every page needs in the browser. */
export const messages: Record<string, Message> = {
  ...common,
  ...faults,
  ...fields,
  ...find,
  ...newsletter,
  ...screens,
}
