import { desk } from './console.ts'
import { figures } from './console-figures.ts'
import { queueWords } from './console-queue.ts'
import { tokens } from './console-tokens.ts'

/** Everything that the console's pages say; one language travels to a browser. */
export const consolePages = { ...desk, ...figures, ...queueWords, ...tokens }
