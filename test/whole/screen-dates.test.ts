import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Where dates are made: the hooks, and calendar days and months of figures, which are the same
 * in every zone.
 */
const MAKERS = [
  'apps/storefront/formats.ts',
  'apps/storefront/period-formats.ts',
  'apps/console/dates.ts',
  'apps/console/analytics-view.tsx',
  'apps/console/earnings-view.tsx',
  'apps/console/subscription-figures-view.tsx',
]

test("D18 S2.30 every date on a screen comes from useDates, which knows the reader's time zone", () => {
  const files = globSync('{apps/storefront,apps/console,ui,modules/**/ui}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && !MAKERS.includes(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) =>
    /\bformatDay\b|DateTimeFormat\([^)]*\)\.format|toLocale(?:Date|Time)?String|timeZone: 'UTC'/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(found).toEqual([])
})
