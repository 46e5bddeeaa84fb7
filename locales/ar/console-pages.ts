import { dataWords } from './console-data.ts'
import { runningWords } from './console-running.ts'
import { voiceWords } from './console-voices.ts'
import { desk } from './console.ts'
import { figures } from './console-figures.ts'
import { itemWords } from './console-items.ts'
import { moneyWords } from './console-money.ts'
import { portal } from './console-portal.ts'
import { queueWords } from './console-queue.ts'
import { shelfWords } from './console-shelves.ts'
import { statementWords } from './console-statements.ts'
import { tokens } from './console-tokens.ts'

/** Everything that the console's pages say; one language travels to a browser. */
export const consolePages = { ...desk, ...queueWords, ...tokens, ...itemWords, ...statementWords, ...shelfWords, ...moneyWords, ...voiceWords, ...runningWords, ...dataWords, ...portal, ...figures }
