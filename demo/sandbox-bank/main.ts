import { createSandboxBank, ListenError } from './bank.ts'
import { SettingsFault } from '../../lib/settings.ts'
import { readConfig } from './config.ts'
import { LedgerError } from './ledger.ts'

try {
  const bank = await createSandboxBank(readConfig(process.env))
  const stop = () => void bank.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`sandbox-bank listens on ${bank.url} (port ${bank.port})`)
  console.log('sandbox-bank ready')
} catch (error) {
  if (
    !(
      error instanceof SettingsFault ||
      error instanceof LedgerError ||
      error instanceof ListenError
    )
  )
    throw error
  console.error(`sandbox-bank: ${error.message}`)
  process.exitCode = 1
}
