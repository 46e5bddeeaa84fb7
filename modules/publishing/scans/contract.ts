import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'

const at = z.iso.datetime().nullable()
const count = z.int().min(0)

export const getMalwareScanner = declareOperation({
  id: 'getMalwareScanner',
  summary: 'Whether packages are scanned for malware, and what waits for it',
  tag: 'Review',
  source: 'D11',
  method: 'get',
  path: '/operator/malware-scanner',
  policy: { who: 'operator', roles: OPERATOR_ROLES },
  output: z.object({
    name: z.string().nullable().describe('null: none is configured, and nothing is scanned'),
    signatures: z.string().nullable().describe('engine and signatures, as it says'),
    reached_at: at,
    unreachable_since: at.describe('null while it answers'),
    pending: count.describe('submissions that wait for their scan'),
    due: count.describe('published packages not scanned with these signatures; 10,000 is or more'),
    found: z
      .array(
        z.object({
          item: z.string(),
          name: z.string(),
          version: z.string(),
          state: z.enum(['published', 'halted', 'yanked']),
          malware: z.string(),
          file: z.string().nullable(),
          at,
        }),
      )
      .describe('published packages with malware, the newest first, at most 50'),
  }),
  refusals: [],
})
export type MalwareScannerFacts = z.output<typeof getMalwareScanner.output>
