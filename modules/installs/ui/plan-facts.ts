import type { PermissionCode } from '#lib/market.ts'
import type { Installation, PlanChange } from '../contract.ts'

/** What the install screen shows of an installation (D12). */
export type Stage =
  | 'plan'
  | 'running'
  | 'installed'
  | 'updating'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'putting-back'
  | 'taking-back'
  | 'taken-back'
  | 'removing'
  | 'removed'
  | 'stuck'

export function stageOf(installation: Pick<Installation, 'state' | 'run'> | null): Stage {
  if (installation === null) return 'plan'
  const undone = installation.run?.kind === 'undo'
  switch (installation.state) {
    case 'installing':
      return 'running'
    case 'installed':
      return 'installed'
    case 'updating':
      return installation.run?.kind === 'restore' ? 'putting-back' : 'updating'
    case 'pausing':
    case 'paused':
    case 'resuming':
      return installation.state
    case 'uninstalling':
      return undone ? 'taking-back' : 'removing'
    case 'uninstalled':
      return undone ? 'taken-back' : 'removed'
    case 'needs_action':
      return 'stuck'
  }
}

const MOVING: readonly Stage[] = [
  'running',
  'updating',
  'pausing',
  'resuming',
  'putting-back',
  'taking-back',
  'removing',
]

export const isMoving = (stage: Stage): boolean => MOVING.includes(stage)

/**
 * Who decides about a row: nobody (`needed`, `unsupported`), its own switch (`decides`), or the
 * switch of an earlier row of the same permission (`follows`, with its number), because a
 * permission is granted whole.
 */
export type RowChoice =
  | { kind: 'needed' }
  | { kind: 'unsupported' }
  | { kind: 'decides'; permission: PermissionCode }
  | { kind: 'follows'; permission: PermissionCode; number: number }

export function choicesOf(changes: readonly PlanChange[]): RowChoice[] {
  const deciding = new Map<PermissionCode, number>()
  return changes.map((change, index): RowChoice => {
    if (!change.supported) return { kind: 'unsupported' }
    if (change.required) return { kind: 'needed' }
    const number = deciding.get(change.permission)
    if (number !== undefined) return { kind: 'follows', permission: change.permission, number }
    deciding.set(change.permission, index + 1)
    return { kind: 'decides', permission: change.permission }
  })
}

/** The changes that remain when `refused` permissions are refused. */
export const changesMade = (
  changes: readonly PlanChange[],
  refused: ReadonlySet<PermissionCode>,
): PlanChange[] =>
  changes.filter(
    (change) => change.supported && (change.required || !refused.has(change.permission)),
  )

/** Of the remaining changes, those on order pages, which need their own consent. */
export const atOrderSteps = <Change extends PlanChange>(
  changes: readonly Change[],
  refused: ReadonlySet<PermissionCode>,
): Change[] =>
  changes.filter(
    (change) =>
      change.order_step && change.supported && (change.required || !refused.has(change.permission)),
  )

/** Whether the store lacks something that the item requires. */
export const isImpossible = (changes: readonly PlanChange[]): boolean =>
  changes.some((change) => change.required && !change.supported)

/** The permissions that the item requires; themes request none by name. */
export const neededPermissions = (changes: readonly PlanChange[]): PermissionCode[] => [
  ...new Set(
    changes
      .filter((change) => change.required && change.kind !== 'theme')
      .map((change) => change.permission),
  ),
]
