import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'

const screen = openScreen()

try {
  const { root } = readSettings(process.env)
  await ensurePackages(root, screen, () => {})
  // Imported here because it needs the packages.
  const { describeMeasured, measure } = await import('#tools/measure/run-measure.ts')
  screen.line(describeMeasured(measure(root)))
} catch (error) {
  screen.error(plainly(error))
  process.exitCode = 1
}
