import { type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { Anchor } from '#ui/link.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWords } from '../words.tsx'

/**
 * A page over the page that it belongs to: modal with a script, which holds the focus and closes
 * with Escape; without one a link closes it.
 */
export function RefundDialog({
  title,
  lead,
  back,
  children,
}: {
  title: string
  lead: string
  back: string
  children: ReactNode
}) {
  const { t } = useWords()
  const navigate = useNavigate()
  const showModal = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.removeAttribute('open')
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('input:checked')?.focus()
    // Gives the focus back to the link that opened it.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      open
      ref={showModal}
      aria-labelledby="refund"
      className="dialog refund"
      onClose={() => void navigate(back, { preventScrollReset: true })}
    >
      <header className="mb-4 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="refund" className="type-d3 wrap-anywhere-safe">
            {title}
          </h2>
          <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">{lead}</p>
        </div>
        <Anchor
          href={back}
          aria-label={t('console.refund.close')}
          className="-m-2 grid size-11 place-items-center rounded-control hover:bg-stone2"
        >
          <Icon name="close" size={20} />
        </Anchor>
      </header>
      {children}
    </dialog>
  )
}
