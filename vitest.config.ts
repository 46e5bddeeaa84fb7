import { defineConfig } from 'vitest/config'
import { messageFiles } from './locales/vite-plugin.ts'
import { JOURNEY_WORKERS, WORKERS } from './tools/launch/testing/journey-workers.ts'
import { TEST_FILES } from './tools/launch/test-plan.ts'
import { SlowFirst } from './tools/launch/testing/slow-first.ts'

const exclude = ['**/node_modules/**', '**/build/**', '**/.react-router/**', '**/.arasta/**']
const setupFiles = [
  'tools/launch/testing/no-console-error.ts',
  'tools/launch/testing/same-draws.ts',
  'tools/launch/testing/statement-plans.ts',
]
/**
 * On a busy machine a page may answer after a wait has ended: such a test runs once more, and the
 * run's end names it. Nothing else is tried again.
 */
const retry = { count: 1, condition: /Timeout \d+ms exceeded/ }
const globalSetup = ['tools/launch/testing/database-setup.ts']

/** What a job or a page shows soon, not at once; a busy machine takes longer than the usual second. */
const expect = { poll: { timeout: 20_000 } }

export default defineConfig({
  plugins: [messageFiles()],
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: SlowFirst },
    // `isolate: false`: the files of one worker share what they have loaded; loading it anew for
    // each took a third of the time. So no test file may change a module's own state or the
    // environment and leave it so.
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 1 },
          include: [TEST_FILES.unit],
          exclude,
          setupFiles,
          globalSetup,
          isolate: false,
          retry,
          expect,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'whole',
          sequence: { groupOrder: 1 },
          include: [TEST_FILES.whole],
          exclude,
          setupFiles,
          globalSetup,
          isolate: false,
          expect,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: [TEST_FILES.journeys],
          exclude,
          setupFiles: [...setupFiles, 'tools/launch/testing/take-product.ts'],
          globalSetup: ['tools/launch/testing/journeys-setup.ts'],
          isolate: false,
          // The slowest kind first. Vitest runs projects of one group from one queue, so that no
          // worker is idle between two kinds; they must have as many workers.
          maxWorkers: JOURNEY_WORKERS,
          sequence: { groupOrder: JOURNEY_WORKERS === WORKERS ? 1 : 0 },
          retry,
          expect,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
