import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'
import { useWords } from '../words.tsx'
import type { TextChange } from './review.ts'

type Change = TextChange & { title?: string }
type What = 'same' | 'changed' | 'added' | 'removed'

const TONES: Record<What, Tone> = {
  same: 'neutral',
  changed: 'turquoise',
  added: 'green',
  removed: 'coral',
}
const whatOf = ({ before, after }: Change): What =>
  before === after ? 'same' : before === '' ? 'added' : after === '' ? 'removed' : 'changed'

/** Named values before and after; unchanged ones can be expanded. */
export function ChangeList({ changes, none }: { changes: readonly Change[]; none: string }) {
  const { t } = useWords()
  if (changes.length === 0) return <p className="type-body text-ink2">{none}</p>
  return (
    <ul className="grid gap-1.5">
      {changes.map((change) => {
        const what = whatOf(change)
        return (
          <li key={change.place + (change.title ?? '')}>
            <details open={changes.length <= 6 && what !== 'same'} className="min-w-0">
              <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={TONES[what]}>{t(`console.queue.what.${what}`)}</Badge>
                {change.title && <span className="type-sm strong">{change.title}</span>}
                <code dir="ltr" className="type-sm min-w-0 wrap-anywhere-safe">
                  {change.place}
                </code>
              </summary>
              <SourceDiff
                lines={diffLines(change.before, change.after)}
                label={t('console.queue.diff', { name: change.place })}
                gone={t('console.queue.gone')}
                added={t('console.queue.added')}
                className="mt-1"
              />
            </details>
          </li>
        )
      })}
    </ul>
  )
}
