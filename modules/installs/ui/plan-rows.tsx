import { Badge } from '#ui/badge.tsx'
import { Switch } from '#ui/choice.tsx'
import { Icon } from '#ui/icon.tsx'
import { PlanList, PlanRow } from '#ui/plan-row.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'
import type { ItemPermission } from '#modules/catalog/contract.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { PlanChange, UpdateChange } from '../contract.ts'
import { diffLines } from './diff-lines.ts'
import { choicesOf, type RowChoice } from './plan-facts.ts'
import type { T } from './words.ts'

/** Keeps its direction inside right-to-left text. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const GLYPHS = {
  design_block: 'block',
  theme: 'block',
  tracking_code: 'code',
  web_service_user: 'key',
} as const
type Untouched =
  | 'tracking_code'
  | 'design_block'
  | 'web_service_user'
  | 'design'
  | 'prices'
  | 'customers'
  | 'payments'

/** Every change with its number, then what the item does not touch. */
export function PlanRows({
  changes,
  permissions,
  untouched,
  refused,
  onRefuse,
  t,
}: {
  changes: readonly PlanChange[]
  /** For the reasons. */
  permissions: readonly ItemPermission[]
  untouched: readonly Untouched[]
  refused: ReadonlySet<PermissionCode>
  onRefuse: (permission: PermissionCode, refused: boolean) => void
  t: T
}) {
  const choices = choicesOf(changes)
  const kinds: readonly string[] = ['tracking_code', 'design_block', 'web_service_user']
  const things = untouched
    .filter((thing) => !kinds.includes(thing))
    .map((thing) => t(`installs.untouched.${thing}`))
    .join(' · ')
  const absent = untouched
    .filter((thing) => kinds.includes(thing))
    .map((thing) => t(`installs.untouched.${thing}`))
    .join(' ')
  return (
    <PlanList>
      {changes.map((change, index) => (
        <PlanRow
          key={change.key}
          pin={String(index + 1)}
          title={change.title}
          how={change.summary}
          placement={
            <KindAndReason
              change={change}
              reason={permissions.find((one) => one.code === change.permission)?.reason}
              t={t}
            />
          }
          facts={factsOf(change, t)}
          end={
            <Choice
              change={change}
              choice={choices[index] as RowChoice}
              refused={refused}
              onRefuse={onRefuse}
              t={t}
            />
          }
        />
      ))}
      {untouched.length > 0 && (
        <PlanRow
          title={t('installs.untouched')}
          how={
            <>
              <span className="block first-letter:uppercase">{things}</span>
              {absent && <span className="block">{absent}</span>}
            </>
          }
        />
      )}
    </PlanList>
  )
}

export const whereOf = (change: PlanChange, t: T) => {
  if (change.placement === null)
    return t(change.kind === 'theme' ? 'installs.placement.theme' : 'installs.placement.user')
  return t(`installs.placement.${change.placement}` as 'installs.placement.1')
}

const factsOf = (change: PlanChange, t: T) => ({
  where: { label: t('installs.where'), text: whereOf(change, t) },
  now: { label: t('installs.now'), text: change.now },
  after: { label: t('installs.after'), text: <AfterDetail change={change} t={t} /> },
})

/** The source before and after, for readers of code. */
export function AfterDetail({
  change,
  t,
}: {
  change: PlanChange & Partial<Pick<UpdateChange, 'rules'>>
  t: T
}) {
  const { rules } = change
  const lines = [
    ...diffLines(change.before, change.detail),
    ...(rules ? diffLines(rules.gone.join('\n'), rules.come.join('\n')) : []),
  ]
  return (
    <>
      <span>{change.after}</span>
      {lines.length > 0 && (
        <details className="regular">
          <summary className="link mt-1 inline-flex min-h-6 items-center">{t('plan.code')}</summary>
          <SourceDiff
            lines={lines}
            label={t('plan.code_of', { title: change.title })}
            gone={t('plan.code_gone')}
            added={t('plan.code_new')}
            className="mt-2"
          />
          {change.placement !== null && (
            <p className="type-sm mt-1 text-ink2">
              {t('plan.code_placement', { code: isolated(String(change.placement)) })}
            </p>
          )}
          {rules && rules.more > 0 && (
            <p className="type-sm mt-1 text-ink2">{t('plan.code_more', { count: rules.more })}</p>
          )}
        </details>
      )}
    </>
  )
}

function KindAndReason({
  change,
  reason,
  t,
}: {
  change: PlanChange
  reason: string | undefined
  t: T
}) {
  const kind = t(`installs.kind.${change.kind}`)
  return (
    <span className="flex min-w-0 items-start gap-2">
      <Icon name={GLYPHS[change.kind]} size={15} className="mt-0.75" />
      <span className="min-w-0 wrap-anywhere-safe">
        {kind}
        {reason && <span className="block">{t('installs.why', { reason })}</span>}
      </span>
    </span>
  )
}

function Choice({
  change,
  choice,
  refused,
  onRefuse,
  t,
}: {
  change: PlanChange
  choice: RowChoice
  refused: ReadonlySet<PermissionCode>
  onRefuse: (permission: PermissionCode, refused: boolean) => void
  t: T
}) {
  switch (choice.kind) {
    case 'needed':
      return <Badge>{t('installs.needed')}</Badge>
    case 'unsupported':
      return <Badge tone={change.required ? 'coral' : 'neutral'}>{t('installs.unsupported')}</Badge>
    case 'follows':
      return (
        <Badge tone={refused.has(choice.permission) ? 'neutral' : 'turquoise'}>
          {t('installs.together', { n: choice.number })}
        </Badge>
      )
    case 'decides':
      return (
        <Switch
          label={t('installs.allow', { title: change.title })}
          name="permission"
          value={choice.permission}
          on={t('installs.allowed')}
          off={t('installs.refused')}
          checked={!refused.has(choice.permission)}
          onChange={(event) => onRefuse(choice.permission, !event.target.checked)}
          className="flex-row-reverse md:flex-row"
        />
      )
  }
}
