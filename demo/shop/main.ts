import { readConfig } from './config.ts'
import { createDemoShop } from './demo-shop.ts'
import type { DemoShop } from './demo-shop.ts'

function fail(what: string): never {
  console.error(`demo-shop: ${what}`)
  process.exit(1)
}

const config = (() => {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail((error as Error).message)
  }
})()

const shop: DemoShop = (() => {
  try {
    return createDemoShop(config)
  } catch (error) {
    const why = (error as Error).message
    return fail(
      `cannot use the data folder ${config.dataFolder}: ${why}. Free it, or set DEMO_SHOP_DATA to another folder.`,
    )
  }
})()

// Before the line that says ready, because its reader may stop us at once.
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void shop.stop().then(() => process.exit(0))
  })
}

try {
  await shop.start()
} catch (error) {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  fail(
    code === 'EADDRINUSE'
      ? `port ${port} is taken. Stop the program that uses it, or set ${port === config.mailPort ? 'DEMO_SHOP_MAIL_PORT' : 'DEMO_SHOP_PORT'} to another port.`
      : `cannot listen on ${config.bind}:${config.port}: ${message}`,
  )
}
console.log('demo-shop ready')
