import { Fragment, useId, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldError } from '#ui/field.tsx'

/**
 * A box that nobody ticks but the buyer. `sentence` holds `{places}` for buttons that open the
 * texts: they stand in the sentence, but outside its labels, so that reading a text does not tick
 * the box.
 */
export function ConsentBox({
  name,
  id,
  version,
  sentence,
  places = {},
  error,
  defaultChecked,
  className,
}: {
  name: string
  id: string
  /** Of the text agreed to; travels as the box's value. */
  version: string
  sentence: string
  places?: Readonly<Record<string, ReactNode>>
  error?: string
  defaultChecked?: boolean
  className?: string
}) {
  const ownId = useId()
  return (
    <div className={className}>
      <div className="flex items-start gap-3 py-1.5">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={version}
          defaultChecked={defaultChecked}
          className="tick mt-0.5"
          aria-labelledby={`${ownId}-text`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${ownId}-error` : undefined}
        />
        <span id={`${ownId}-text`} className="min-w-0 flex-1 wrap-anywhere-safe">
          {sentence.split(/(\{\w+\})/).map((piece, n) => {
            const place = /^\{(\w+)\}$/.exec(piece)?.[1]
            if (place) return <Fragment key={n}>{places[place]}</Fragment>
            return (
              piece && (
                <label key={n} htmlFor={id}>
                  {piece}
                </label>
              )
            )
          })}
        </span>
      </div>
      {error && <FieldError id={`${ownId}-error`}>{error}</FieldError>}
    </div>
  )
}

/** A word in a sentence that opens a dialog, also without a script. */
export function TextButton({
  opens,
  children,
  className,
}: {
  opens: string
  children: ReactNode
  className?: string
}) {
  const invoker = { command: 'show-modal', commandfor: opens }
  return (
    <button
      type="button"
      {...invoker}
      className={classes('link relative text-start after:absolute after:-inset-1', className)}
      onClick={() => {
        // Browsers that know invoker commands have opened it by themselves.
        const dialog =
          'commandForElement' in HTMLButtonElement.prototype ? null : document.getElementById(opens)
        if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
      }}
    >
      {children}
    </button>
  )
}
