import { Fragment, type ReactNode, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field-error.tsx'
import type { LegalText } from '../fill-texts.ts'

/**
 * A consent checkbox, never ticked by us. `{places}` in `sentence` become buttons that open the
 * texts; they are outside the label, so that reading a text does not tick the box.
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
  /** Version of the text, sent as the checkbox's value. */
  version: string
  sentence: string
  places?: Places
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
          className="checkbox mt-0.5"
          aria-labelledby={`${ownId}-text`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${ownId}-error` : undefined}
        />
        <span id={`${ownId}-text`} className="min-w-0 flex-1 wrap-anywhere-safe">
          {withPlaces(sentence, places, (piece) => (
            <label htmlFor={id}>{piece}</label>
          ))}
        </span>
      </div>
      {error && <FieldError id={`${ownId}-error`}>{error}</FieldError>}
    </div>
  )
}

type Places = Readonly<Record<string, ReactNode>>

const withPlaces = (
  sentence: string,
  places: Places,
  plain: (piece: string) => ReactNode = (piece) => piece,
): ReactNode =>
  sentence.split(/(\{\w+\})/).map((piece, n) => {
    const place = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={n}>{place ? places[place] : piece && plain(piece)}</Fragment>
  })

/** What is agreed to, or was read, with the button below: the version that is shown, and a sentence. */
export function ShownText({
  name,
  version,
  sentence,
  places,
  className,
}: {
  name: string
  version: string
  sentence: string
  places: Places
  className?: string
}) {
  return (
    <p className={classes('type-sm wrap-anywhere-safe text-ink2', className)}>
      <input type="hidden" name={name} value={version} />
      {withPlaces(sentence, places)}
    </p>
  )
}

/** A word that opens a dialog, also without JavaScript. */
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
        // Browsers with invoker commands open it themselves.
        const dialog =
          'commandForElement' in HTMLButtonElement.prototype ? null : document.getElementById(opens)
        if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
      }}
    >
      {children}
    </button>
  )
}

export const agreementDialogId = (text: Pick<LegalText, 'id'>): string => `text-${text.id}`

/**
 * The full text behind a checkbox. It contains a form, so it must be rendered outside of other
 * forms.
 */
export function AgreementDialog({
  text,
  version,
  close,
}: {
  text: LegalText
  version: string
  close: string
}) {
  return (
    <Dialog
      id={agreementDialogId(text)}
      title={text.title}
      className="w-[min(100%-2*var(--gutter),42rem)]"
      actions={<CloseDialog>{close}</CloseDialog>}
    >
      {/* focusable and first: the text begins at its beginning, and the way out stays in sight */}
      <div
        tabIndex={0}
        role="region"
        aria-label={text.title}
        className="-mx-2 max-h-[min(calc(100dvh-260px),32rem)] overflow-y-auto overscroll-contain rounded-control px-2"
      >
        <p className="type-sm">
          <bdi>{version}</bdi>
        </p>
        {text.parts.map((part) => (
          <section key={part.heading} className="mt-4">
            <h3 className="type-label text-ink">{part.heading}</h3>
            <p className="type-body mt-1">{part.text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
