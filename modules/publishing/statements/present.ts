import type { z } from 'zod'
import type { statement, statementLine } from './contract.ts'
import type { StatementRow } from './data.ts'
import {
  appealState,
  type About,
  type Automated,
  type Cause,
  type Decision,
  type Grounds,
} from './rules.ts'

type Outcome = 'upheld' | 'reversed'

export const presentLine = (row: StatementRow, now: Date): z.input<typeof statementLine> => ({
  id: row.id,
  about: row.about as About,
  object: { id: row.object_id, name: row.object_name },
  decision: row.decision as Decision,
  decided_at: row.decided_at.toISOString(),
  reversed_at: row.reversed_at?.toISOString() ?? null,
  appeal: appealState(
    {
      appealUntil: row.appeal_until,
      appealedAt: row.appealed_at,
      outcome: row.outcome as Outcome | null,
    },
    now,
  ),
})

export const presentStatement = (row: StatementRow, now: Date): z.input<typeof statement> => ({
  ...presentLine(row, now),
  grounds: row.grounds as Grounds,
  rule: row.rule,
  facts: row.facts,
  cause: row.cause as Cause,
  automated: row.automated as Automated,
  ends_at: row.ends_at?.toISOString() ?? null,
  appeal_until: row.appeal_until.toISOString(),
  appealed:
    row.appealed_at === null
      ? null
      : { text: row.appeal_text ?? '', at: row.appealed_at.toISOString() },
  answer:
    row.outcome === null || row.answered_at === null
      ? null
      : {
          outcome: row.outcome as Outcome,
          reasons: row.reasons ?? '',
          at: row.answered_at.toISOString(),
        },
})
