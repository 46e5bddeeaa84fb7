import type { ChangedPart } from '#modules/installs/lifecycle-contract.ts'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { Badge } from '#ui/badge.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'
import { useWords } from '../../messages.tsx'
import { ButtonForm } from '../../button-form.tsx'

/**
 * D12: what somebody else changed on the shop, where and how, and the owner's choice. Until it is
 * made, nothing is overwritten.
 */
export function ChangedParts({ parts }: { parts: readonly ChangedPart[] }) {
  const { t } = useWords()
  const open = parts.filter((part) => !part.settled).length
  return (
    <section aria-labelledby="changed-heading">
      <h2 id="changed-heading" className="type-d3 mb-1">
        {t('installation.changed')}
      </h2>
      <p className="type-body mb-4 max-w-[62ch] text-ink2">
        {t(open > 0 ? 'installation.changed_note' : 'installation.changed_settled')}
      </p>
      <ul className="grid gap-4">
        {parts.map((part) => (
          <li
            key={part.id}
            className={`rounded-control-lg p-4 ${part.settled ? 'border border-line' : 'bg-coral-tint'}`}
          >
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="type-label wrap-anywhere-safe">{part.title}</span>
              <Badge>
                {t(
                  part.settled ? 'installation.changed.kept' : `installation.changed.${part.what}`,
                )}
              </Badge>
            </p>
            <p className="type-sm text-ink2">
              {part.placement === null
                ? t(part.kind === 'theme' ? 'installs.placement.theme' : 'installs.placement.user')
                : t(`installs.placement.${part.placement}` as 'installs.placement.1')}
            </p>
            <details className="mt-2">
              <summary className="link inline-flex min-h-6 items-center">{t('plan.code')}</summary>
              <SourceDiff
                lines={diffLines(part.ours, part.theirs)}
                label={t('plan.code_of', { title: part.title })}
                gone={t('plan.code_gone')}
                added={t('plan.code_new')}
                className="mt-2"
              />
            </details>
            <div className="mt-3 flex flex-wrap gap-2.5">
              {!part.settled && (
                <ButtonForm
                  fields={{ intent: 'keep', part: part.id }}
                  size="small"
                  label={`${part.title}: ${t(`installation.keep.${part.what}`)}`}
                >
                  {t(`installation.keep.${part.what}`)}
                </ButtonForm>
              )}
              <ButtonForm
                fields={{ intent: 'put', part: part.id }}
                kind="secondary"
                size="small"
                icon="undo"
                label={`${part.title}: ${t('installation.put')}`}
              >
                {t('installation.put')}
              </ButtonForm>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
