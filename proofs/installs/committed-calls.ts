import type { Db } from '#db/client.ts'
import type { Call } from '../harness/call-proxy.ts'
import type { Violation } from './violation.ts'

/**
 * At the moment itself, by another connection: a store is not touched before the run and the
 * ledger's row can be read by others, with what stood there before.
 */
export async function findCommittedCall(
  db: Db,
  { method, path }: Call,
  witnessed: Violation[],
): Promise<void> {
  const effectId = /\/effects\/(eff_[^/?]+)/.exec(path)?.[1]
  if (!effectId || method === 'GET') return
  const row = await db
    .selectFrom('side_effects')
    .innerJoin(
      'installation_runs',
      'installation_runs.installation_id',
      'side_effects.installation_id',
    )
    .select(['before_sha256', 'installation_runs.id'])
    .where('side_effects.id', '=', effectId)
    .where('installation_runs.state', '=', 'running')
    .executeTakeFirst()
  const say = (what: string) => witnessed.push({ invariant: 'WRITTEN', where: effectId, what })
  if (!row)
    say(`${method}: the store was asked, and there is no run under way that has it in its ledger`)
  else if (method === 'PUT' && row.before_sha256 === null)
    say('was put before it was written down what had stood there')
}
