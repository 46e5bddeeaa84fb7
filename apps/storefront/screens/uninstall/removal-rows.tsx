import type { PlanChange } from '#modules/installs/contract.ts'
import type { ChangedPart } from '#modules/installs/lifecycle-contract.ts'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { whereOf } from '#modules/installs/ui/plan-rows.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'
import { useWords } from '../../messages.tsx'

/**
 * What is taken back, part by part: what stays in its place, and what somebody else has made of it
 * meanwhile.
 */
export function RemovalRows({
  changes,
  changed,
}: {
  changes: readonly PlanChange[]
  changed: readonly ChangedPart[]
}) {
  const { t } = useWords()
  const found = (change: PlanChange) =>
    changed.find((part) =>
      part.key === null ? part.title === change.title : part.key === change.key,
    )
  return (
    <>
      {changed.length > 0 && (
        <Notice
          tone="attention"
          className="mt-5"
          title={t('uninstall.changed', { count: changed.length })}
        >
          {t('uninstall.changed_note')}
        </Notice>
      )}
      <ul className="mt-5 border-b border-line">
        {changes.map((change) => (
          <li key={change.key} className="flex items-start gap-4 border-t border-line py-4">
            <Icon name="undo" size={18} className="mt-1 shrink-0 text-coral-text" />
            <div className="min-w-0 flex-1">
              <p className="type-d4 wrap-anywhere-safe">{change.title}</p>
              <p className="type-sm text-ink2 wrap-anywhere-safe">
                {t(`installs.kind.${change.kind}`)} · {whereOf(change, t)}
              </p>
              <p className="type-sm mt-1 wrap-anywhere-safe">
                <span className="text-ink2">{t('uninstall.stays')}</span> {change.now}
              </p>
              <Meanwhile part={found(change)} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** In words, and line by line, for whoever wants to keep it. */
function Meanwhile({ part }: { part: ChangedPart | undefined }) {
  const { t } = useWords()
  if (!part) return null
  return (
    <div className="mt-2 rounded-control bg-coral-tint px-3.5 py-2.5">
      <p className="type-sm flex items-start gap-2 wrap-anywhere-safe">
        <Icon name="warning" size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0">{t(`uninstall.part.${part.what}`)}</span>
      </p>
      {part.what === 'changed' && (
        <details className="type-sm">
          <summary className="link mt-1 inline-flex min-h-6 items-center">{t('plan.code')}</summary>
          <SourceDiff
            lines={diffLines(part.ours, part.theirs)}
            label={t('plan.code_of', { title: part.title })}
            gone={t('plan.code_gone')}
            added={t('plan.code_new')}
            className="mt-2"
          />
        </details>
      )}
    </div>
  )
}
