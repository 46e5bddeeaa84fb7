import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { SAVING_FORM, type SavingAnswer } from './saving-form.ts'
import { useShell } from './shell.tsx'

// Loaded with the first one, because most visits save nothing.
const SavingToast = lazy(async () => ({
  default: (await import('./saving-toast.tsx')).SavingToast,
}))

/** The form, and what came of it with Undo. Works as a plain form too, which leads back here. */
export function SavingPlace() {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const paths = usePaths()
  const fetcher = useFetcher<SavingAnswer>({ key: SAVING_FORM })
  const [shown, setShown] = useState<{ answer: SavingAnswer; on: string } | null>(null)
  const show = useEffectEvent((answer: SavingAnswer) => setShown({ answer, on: pathname }))
  useEffect(() => {
    if (fetcher.data) show(fetcher.data)
  }, [fetcher.data])
  // the row of the pressed button may be gone
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [fetcher.state, fetcher.data])
  if (!store) return null
  return (
    <>
      <fetcher.Form id={SAVING_FORM} method="post" action={paths.saved()} hidden>
        <input type="hidden" name="store" value={store.id} />
        <input type="hidden" name="next" value={pathname + search} />
      </fetcher.Form>
      <div
        role="status"
        aria-label={t('saved.region')}
        className="pointer-events-none fixed inset-x-0 bottom-5 z-40 grid justify-items-center px-(--gutter) *:pointer-events-auto unprinted"
      >
        {shown?.on === pathname && (
          <Suspense>
            <SavingToast answer={shown.answer} onClose={() => setShown(null)} />
          </Suspense>
        )}
      </div>
    </>
  )
}
