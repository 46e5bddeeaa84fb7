import { join } from 'node:path'
import { readOptions } from '../../bench/options.ts'
import { readyForTests } from './ready-for-tests.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { watchUnderWay } from './under-way.ts'

const screen = openScreen()
const underWay = watchUnderWay({ graceMs: 0, onStop: () => screen.line('Stopping …') })

try {
  const options = readOptions(process.argv.slice(2))
  const { root, dataFolder } = readSettings(process.env)
  await readyForTests({
    root,
    dataFolder,
    logFolder: join(root, '.arasta/bench'),
    who: "The bench's measures",
    built: options.table === undefined && !options.relevance,
    screen,
    underWay,
  })
  // Only now: this one needs the packages.
  const { runBench, runRelevance, writeTable } = await import('../../bench/run-bench.ts')
  if (options.table !== undefined) writeTable(root, options.table, screen)
  else if (options.relevance) await runRelevance({ root, options, screen, onEnd: underWay.onEnd })
  else
    await runBench({
      root,
      options,
      screen,
      onChild: underWay.onChild,
      onEnd: underWay.onEnd,
      isStopping: underWay.stopping,
    })
  await underWay.endAll()
  process.exit(0)
} catch (error) {
  if (!underWay.stopping()) {
    await underWay.endAll()
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exit(1)
  }
}
