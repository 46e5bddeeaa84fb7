import { useId } from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field-error.tsx'
import { STAR } from './stars.tsx'

/**
 * A choice of five stars as radios: arrow keys move, no script needed. Those before the chosen one
 * are filled too (`.star-choice` in controls.css). `words` are their accessible names: "4 stars".
 */
export function StarChoice({
  label,
  name,
  words,
  defaultValue,
  error,
  id,
  className,
}: {
  label: string
  name: string
  words: readonly string[]
  defaultValue?: number
  error?: string
  /** Of the first star, where a list of mistakes leads to. */
  id?: string
  className?: string
}) {
  const errorId = useId()
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      className={classes('min-w-0', className)}
    >
      <legend className="type-label mb-1">{label}</legend>
      <div className={classes('star-choice', error && 'star-choice-wrong')}>
        {words.map((word, n) => (
          <label key={word}>
            <input
              type="radio"
              id={n === 0 ? id : undefined}
              name={name}
              value={n + 1}
              required
              defaultChecked={defaultValue === n + 1}
            />
            <svg aria-hidden="true" viewBox="0 0 20 20" width="30" height="30">
              <path d={STAR} />
            </svg>
            <span className="sr-only">{word}</span>
          </label>
        ))}
      </div>
      {error && (
        <div className="star-choice-error">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
