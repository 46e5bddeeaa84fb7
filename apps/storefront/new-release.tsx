import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useWords } from './messages.tsx'
import { optionalPart } from './optional-part.ts'
import { isBusyPath, watchReleases } from './release-watch.ts'
import { useShell } from './shell.tsx'

// Comes with the news: most pages never have any. Those of the release before may be gone by then, and the news stays news.
const Toast = lazy(() => optionalPart(() => import('#ui/toast.tsx')).then(({ Toast }) => ({ default: Toast }), () => ({ default: Plain })))

function Plain({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <p className="card flex gap-4 px-4 py-3">
      {children} {action}
    </p>
  )
}

/** S7.36: a new release is announced quietly; nobody's page is reloaded by force. */
export function NewRelease() {
  const { t } = useWords()
  const { build } = useShell()
  const { pathname } = useLocation()
  const [release, setRelease] = useState<string | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  useEffect(() => watchReleases(build, setRelease), [build])
  const shown = release !== null && release !== closed && !isBusyPath(pathname)
  return (
    <div role="status" aria-label={t('release.label')} className="pointer-events-none fixed inset-x-0 bottom-5 z-40 grid justify-items-center px-(--gutter) unprinted *:pointer-events-auto">
      {shown && (
        <Suspense>
          <Toast
            icon="refresh"
            close={t('release.close')}
            onClose={() => setClosed(release)}
            action={
              <button type="button" onClick={() => window.location.reload()}>
                {t('release.reload')}
              </button>
            }
          >
            {t('release.new')}
          </Toast>
        </Suspense>
      )}
    </div>
  )
}
