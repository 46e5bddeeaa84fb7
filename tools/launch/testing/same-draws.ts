import fc from 'fast-check'
import { WHOLE } from '#test/support/sample-share.ts'

/**
 * What the properties draw is the same in every `npm test`: what passed yesterday passes today, and
 * a change that breaks something breaks it at once. `npm run prove -- samples` draws anew each
 * time; what it found is drawn again with the seed that it prints: FC_SEED=… npx vitest run …
 */
const seed = process.env.FC_SEED ?? (WHOLE ? undefined : '20261122')

if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
