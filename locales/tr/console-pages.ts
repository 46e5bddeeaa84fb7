import { auditFieldWords } from './console-audit-fields.ts'
import { auditWords } from './console-audit.ts'
import { dataWords } from './console-data.ts'
import { runningWords } from './console-running.ts'
import { feedbackWords } from './console-voices.ts'
import { desk } from './console.ts'
import { earningsWords } from './console-earnings.ts'
import { figures } from './console-figures.ts'
import { itemWords } from './console-items.ts'
import { moneyWords } from './console-money.ts'
import { platformWords } from './console-platforms.ts'
import { portal } from './console-portal.ts'
import { profileWords } from './console-profile.ts'
import { queueWords } from './console-queue.ts'
import { rolloutWords } from './console-rollouts.ts'
import { merchandisingWords } from './console-shelves.ts'
import { statementWords } from './console-statements.ts'
import { textWords } from './console-texts.ts'
import { tokens } from './console-tokens.ts'
import { windowWords } from './console-window.ts'

/** All messages of the console's pages; the browser loads one language. */
export const consolePages = {
  ...desk,
  ...auditWords,
  ...auditFieldWords,
  ...queueWords,
  ...rolloutWords,
  ...tokens,
  ...windowWords,
  ...itemWords,
  ...statementWords,
  ...merchandisingWords,
  ...moneyWords,
  ...earningsWords,
  ...textWords,
  ...feedbackWords,
  ...runningWords,
  ...platformWords,
  ...dataWords,
  ...portal,
  ...profileWords,
  ...figures,
}
