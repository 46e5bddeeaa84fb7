import { createSandboxBank } from '#demo/sandbox-bank/bank.ts'
import { readConfig } from '#demo/sandbox-bank/config.ts'
import { fileClock } from '../harness/file-clock.ts'

/** The sandbox bank as it runs, with the clock of the proof. */
const bank = await createSandboxBank(
  readConfig(process.env),
  fileClock(process.env.CLOCK_FILE ?? ''),
)
const stop = () => void bank.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
console.log('bank ready')
