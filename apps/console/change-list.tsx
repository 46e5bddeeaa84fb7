import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import type { getReview } from '#modules/publishing/submissions/operator-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'
import { sizeOf } from './dates.ts'
import { useWords } from './words.tsx'

type Review = AnswerOf<typeof getReview>
type Change = Review['listing'][number] & { title?: string }
type What = 'same' | 'changed' | 'added' | 'removed'

const TONES: Record<What, Tone> = {
  same: 'neutral',
  changed: 'turquoise',
  added: 'green',
  removed: 'coral',
}
const whatOf = ({ before, after }: Change): What =>
  before === after ? 'same' : before === '' ? 'added' : after === '' ? 'removed' : 'changed'

/** Named things before and after. What stays as it is may be opened, too. */
export function ChangeList({ changes, none }: { changes: readonly Change[]; none: string }) {
  const { t } = useWords()
  if (changes.length === 0) return <p className="type-body text-ink2">{none}</p>
  return (
    <ul className="grid gap-3">
      {changes.map((change) => (
        <Opening
          key={change.place + (change.title ?? '')}
          name={change.place}
          title={change.title}
          what={whatOf(change)}
          open={changes.length <= 6 && whatOf(change) !== 'same'}
        >
          <SourceDiff
            lines={diffLines(change.before, change.after)}
            label={t('console.queue.diff', { name: change.place })}
            gone={t('console.queue.gone')}
            added={t('console.queue.added')}
          />
        </Opening>
      ))}
    </ul>
  )
}

/** Files before and after; those that are the same are counted. */
export function FileList({ files }: { files: NonNullable<Review['files']> }) {
  const { t, locale } = useWords()
  const changed = files.filter((file) => file.what !== 'same')
  return (
    <>
      <ul className="grid gap-3">
        {changed.map((file) => (
          <Opening
            key={file.path}
            name={file.path}
            what={file.what}
            note={sizeOf(file.after ?? file.before ?? 0, locale)}
            open={false}
          >
            {file.texts ? (
              <SourceDiff
                lines={diffLines(file.texts.before, file.texts.after)}
                label={t('console.queue.diff', { name: file.path })}
                gone={t('console.queue.gone')}
                added={t('console.queue.added')}
              />
            ) : (
              <p className="type-body text-ink2">{t('console.queue.not_shown')}</p>
            )}
          </Opening>
        ))}
      </ul>
      {files.length > changed.length && (
        <p className="type-sm mt-3 text-ink2">
          {t('console.queue.files_same', { count: files.length - changed.length })}
        </p>
      )}
    </>
  )
}

function Opening({
  name,
  title,
  what,
  note,
  open,
  children,
}: {
  name: string
  title?: string | undefined
  what: What
  note?: string
  open: boolean
  children: React.ReactNode
}) {
  const { t } = useWords()
  return (
    <li>
      <details open={open} className="min-w-0">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={TONES[what]}>{t(`console.queue.what.${what}`)}</Badge>
          {title && <span className="type-body strong">{title}</span>}
          <code dir="ltr" className="type-sm min-w-0 wrap-anywhere-safe">
            {name}
          </code>
          {note && <bdi className="type-sm text-ink2">{note}</bdi>}
        </summary>
        <div className="mt-2">{children}</div>
      </details>
    </li>
  )
}
