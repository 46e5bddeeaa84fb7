import { classes } from './classes.ts'

export interface SourceLine {
  what: 'same' | 'gone' | 'new'
  text: string
}

const LOOK = {
  same: { mark: ' ', row: 'text-ink2' },
  gone: { mark: '−', row: 'bg-coral-tint text-coral-text' },
  new: { mark: '+', row: 'bg-green-tint text-green' },
} as const

/**
 * A source diff by lines, with a sign beside each line besides its color. Always left to right.
 * `label` is its accessible name; `gone` and `added` are screen reader texts before removed and
 * added lines.
 */
export function SourceDiff({
  lines,
  label,
  gone,
  added,
  className,
}: {
  lines: readonly SourceLine[]
  label: string
  gone: string
  added: string
  className?: string
}) {
  return (
    <div
      dir="ltr"
      role="region"
      tabIndex={0}
      aria-label={label}
      className={classes(
        'max-h-72 overflow-auto rounded-control border border-line bg-card py-1.5 text-start',
        className,
      )}
    >
      <ul className="type-xs min-w-fit list-none [font-family:ui-monospace,monospace]">
        {lines.map((line, index) => (
          <li key={index} className={classes('flex gap-2 px-3 py-0.5', LOOK[line.what].row)}>
            <span aria-hidden="true" className="w-3 shrink-0 select-none text-center">
              {LOOK[line.what].mark}
            </span>
            {line.what !== 'same' && (
              <span className="sr-only">{line.what === 'gone' ? gone : added}</span>
            )}
            <code className="min-w-0 whitespace-pre-wrap wrap-anywhere-safe">{line.text}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
