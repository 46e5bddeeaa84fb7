import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { findInstalledRelease } from '#modules/catalog/public.ts'
import type { Effect } from '#modules/stores/platforms/public.ts'
import {
  type InstallationRow,
  type NewStep,
  type SideEffectRow,
  insertSideEffects,
  listSideEffects,
} from './data.ts'
import { effectOfChange, planChanges } from './rules.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'

/** The web-service user in the ledger: effect id, rights, and since when. */
export async function findUserEffect(
  db: Db,
  installationId: string,
): Promise<{ id: string; scopes: string[]; since: Date | null } | null> {
  const row = findUser(await listSideEffects(db, installationId))
  return row
    ? { id: row.id, scopes: effectIn(row).content.scopes as string[], since: row.applied_at }
    : null
}

const findUser = (rows: SideEffectRow[]) =>
  rows.find((row) => row.kind === 'web_service_user' && row.state === 'applied')
const effectIn = (row: SideEffectRow): Effect =>
  (row.payload as unknown as { effect: Effect }).effect

/**
 * Starts a run that gives the web-service user these rights, or removes the user for none. The
 * release stays; the new user replaces the old one and keeps its keys. False while another run is
 * open. The installation is locked.
 */
export async function beginScopes(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  scopes: readonly string[],
): Promise<boolean> {
  const release = await findInstalledRelease({ db: trx }, there.release_id)
  const change =
    release && planChanges(release.manifest, {}).find((one) => one.kind === 'web_service_user')
  if (!release || !change) return false
  const ledger = await listSideEffects(trx, there.id)
  const standing = findUser(ledger)
  const steps: NewStep[] = []
  if (scopes.length > 0) {
    const id = newId('eff')
    await insertSideEffects(trx, [
      {
        id,
        installation_id: there.id,
        position: standing?.position ?? Math.max(0, ...ledger.map((row) => row.position)) + 1,
        kind: change.kind,
        slot: change.slot,
        replaces: standing?.id ?? null,
        before_sha256: standing?.before_sha256 ?? null,
        place: standing?.place ?? null,
        payload: {
          key: change.key,
          title: change.title,
          effect: effectOfChange({ ...change, content: { ...change.content, scopes } }, release),
        },
      },
    ])
    steps.push(
      { kind: 'package', effectId: null, title: STEP_TITLES.package },
      { kind: 'apply', effectId: id, title: change.title },
    )
  } else if (standing) steps.push({ kind: 'revert', effectId: standing.id, title: change.title })
  const granted = there.granted.filter((code) => code !== 'web_service_user')
  const runId = await startRun(
    { clock, jobs },
    trx,
    {
      installationId: there.id,
      kind: 'update',
      by: { kind: 'owner' },
      target: {
        fromReleaseId: there.release_id,
        toReleaseId: there.release_id,
        inputs: there.inputs as object,
        fromInputs: there.inputs as object,
        granted: scopes.length > 0 ? [...granted, 'web_service_user'] : granted,
      },
    },
    [...steps, { kind: 'check', effectId: null, title: STEP_TITLES.check }],
    'updating',
  )
  if (!runId) return false
  await trx
    .updateTable('installations')
    .set({
      refused_scopes: (change.content.scopes as string[]).filter(
        (scope) => !scopes.includes(scope),
      ),
    })
    .where('id', '=', there.id)
    .execute()
  return true
}
