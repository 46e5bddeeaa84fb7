import { SettingsFault } from '../../lib/settings.ts'
import { readConfig } from './config.ts'
import { createVatService } from './vat-service.ts'

try {
  const service = await createVatService(readConfig(process.env))
  const stop = () => void service.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`vat-service listens on ${service.url}`)
  console.log('vat-service ready')
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  if (!(error instanceof SettingsFault) && code !== 'EADDRINUSE') throw error
  console.error(
    `vat-service: ${code === 'EADDRINUSE' ? 'its port is taken: stop the other program or set VAT_SERVICE_PORT to another port' : (error as Error).message}`,
  )
  process.exitCode = 1
}
