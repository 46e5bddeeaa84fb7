import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useWords } from '../words.tsx'

/**
 * Copies a value; without a script there is only its room, and the value can be selected. The room
 * is there from the start, so that nothing moves.
 */
export function CopyButton({ value, about }: { value: string; about: string }) {
  const { t } = useWords()
  const [state, setState] = useState<'none' | 'ready' | 'copied'>('none')
  useEffect(() => setState('ready'), [])
  return (
    <Button
      kind="secondary"
      size="small"
      {...(state === 'none' && { className: 'invisible' })}
      {...(state === 'copied' && { icon: 'check' })}
      aria-label={`${t('console.platform.copy')}: ${about}`}
      onClick={() => {
        navigator.clipboard.writeText(value).then(
          () => setState('copied'),
          () => setState('none'),
        )
      }}
    >
      {t(state === 'copied' ? 'console.platform.copied' : 'console.platform.copy')}
    </Button>
  )
}

/** A value to copy into another system, below its name. */
export function CopyLine({ label, value, end }: { label: string; value: string; end?: string }) {
  return (
    <div className="border-b border-line py-3 last:border-b-0">
      <dt className="type-sm flex flex-wrap justify-between gap-x-4 text-ink2">
        <span>{label}</span>
        {end && <span>{end}</span>}
      </dt>
      <dd className="mt-1 flex min-h-9 items-center justify-between gap-3">
        <code dir="ltr" className="type-sm min-w-0 wrap-anywhere select-all">
          {value}
        </code>
        <span className="shrink-0">
          <CopyButton value={value} about={label} />
        </span>
      </dd>
    </div>
  )
}
