import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import type { LegalText } from '../legal/legal-text.ts'

export const agreementDialogId = (text: Pick<LegalText, 'id'>): string => `text-${text.id}`

/** The whole text behind a box. Stands outside every form: its way out is a form of its own. */
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
