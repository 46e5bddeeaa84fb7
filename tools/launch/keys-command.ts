import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readMarketSettings, readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown } = {}
const signals = onStopSignals({
  stop: () => Promise.reject(new Error('stopped')),
  kill: () => ends.kill?.(),
})

try {
  // Keys that stand in the environment belong to no folder.
  const settings =
    process.env.MARKET_SIGNING_JWK || process.env.SEALING_KEY
      ? readSettings(process.env)
      : readMarketSettings(process.env)
  await ensurePackages(settings.root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { runKeys } = await import('#tools/keys/run-keys.ts')
  runKeys({
    args: process.argv.slice(2),
    env: process.env,
    dataFolder: settings.dataFolder,
    now: new Date(),
    screen,
  })
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
