import { csvOf } from '#lib/csv.ts'
import type { PlatformReport } from '#contexts/rollouts/platform-contract.ts'
import { MOST_LINES } from '#contexts/rollouts/platform-rules.ts'
import { csvFile } from './csv-file.ts'

/** All its lines; a screen shows them page by page. */
export async function reportFile(request: Request, readPage: (query: { version: string; page: number; per_page: number }) => Promise<PlatformReport>): Promise<Response> {
  const version = new URL(request.url).searchParams.get('version') ?? ''
  let report = await readPage({ version, page: 1, per_page: MOST_LINES })
  const { lines } = report
  while (report.next !== null) {
    report = await readPage({ version, page: report.next, per_page: MOST_LINES })
    lines.push(...report.lines)
  }
  return csvFile({
    name: `platform-${report.platform.id}-${report.version}.csv`,
    csv: csvOf(['item', 'partner', 'version', 'outcome', 'works_with', 'installations', 'partner_told_at'],
      lines.map(one => [one.name, one.partner, one.version, one.outcome, one.to ?? '', String(one.installations), one.told_at ?? ''])),
  })
}
