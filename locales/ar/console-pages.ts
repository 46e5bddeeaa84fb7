import { itemWords } from './console-items.ts'
import { moneyWords } from './console-money.ts'
import { portal } from './console-portal.ts'
import { queueWords } from './console-queue.ts'
import { shelfWords } from './console-shelves.ts'
import { statementWords } from './console-statements.ts'
import { tokens } from './console-tokens.ts'
import { desk } from './console.ts'

/** Everything that the console's pages say; one language travels to a browser. */
export const consolePages = { ...desk, ...portal, ...queueWords, ...tokens, ...itemWords, ...statementWords, ...shelfWords, ...moneyWords }
