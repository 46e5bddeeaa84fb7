import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { newId } from '#lib/ids.ts'
import type { StoreState } from '#modules/stores/platforms/public.ts'
import {
  type InstallationRow,
  type SideEffectRow,
  type StartedBy,
  listSideEffects,
} from './data.ts'
import { payloadOf } from './ledger.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'

/** The layers of the theme slot, the one that the shop shows last. */
export const themeLayers = (state: StoreState) =>
  state.slots.find((slot) => slot.slot === 'theme')?.layers ?? []

/** The effect that the shop shows as its theme; null for the shop's own theme. */
export const liveEffect = (state: StoreState): string | null =>
  themeLayers(state).at(-1)?.effect_id ?? null

/** The theme of an installation in the ledger. */
export const findThemeEffect = async (
  db: Db,
  installationId: string,
): Promise<SideEffectRow | undefined> =>
  (await listSideEffects(db, installationId)).find(
    (row) => row.kind === 'theme' && row.state === 'applied',
  )

/**
 * Starts a run that moves a theme among the layers of its slot: on top, or to a place that it had
 * before. The new layer comes before the old one goes, so that the shop is never without; a run
 * that fails is reversed like an update. Null while another run is open. The installation is
 * locked.
 */
export async function beginMove(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  theme: SideEffectRow,
  { place, by }: { place: number | null; by: StartedBy },
): Promise<string | null> {
  const id = newId('eff')
  const { title } = payloadOf(theme)
  return startRun(
    services,
    trx,
    {
      installationId: there.id,
      kind: 'update',
      purpose: 'live_theme',
      by,
      target: {
        fromReleaseId: there.release_id,
        toReleaseId: there.release_id,
        inputs: there.inputs as object,
        fromInputs: there.inputs as object,
        granted: there.granted,
      },
    },
    [
      { kind: 'package', effectId: null, title: STEP_TITLES.package },
      { kind: 'apply', effectId: id, title },
      { kind: 'revert', effectId: theme.id, title },
      { kind: 'check', effectId: null, title: STEP_TITLES.check },
    ],
    'updating',
    [
      {
        id,
        installation_id: there.id,
        position: theme.position,
        kind: theme.kind,
        slot: theme.slot,
        payload: theme.payload as object,
        before_sha256: theme.before_sha256,
        others: theme.others,
        place,
      },
    ],
  )
}
