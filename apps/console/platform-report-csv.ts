import { csvOf } from '#lib/csv.ts'
import type { PlatformReport } from '#contexts/rollouts/platform-contract.ts'
import { csvFile } from './csv-file.ts'

/** All its lines; a screen shows the first. */
export const reportFile = (report: PlatformReport): Response => csvFile({
  name: `platform-${report.platform.id}-${report.version}.csv`,
  csv: csvOf(['item', 'partner', 'version', 'outcome', 'works_with', 'installations'],
    report.lines.map(one => [one.name, one.partner, one.version, one.outcome, one.to ?? '', String(one.installations)])),
})
