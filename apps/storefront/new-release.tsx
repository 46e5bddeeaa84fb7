import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Toast, ToastRegion } from '#ui/toast.tsx'
import { useWords } from './messages.tsx'
import { isBusyPath, watchReleases } from './release-watch.ts'
import { useShell } from './shell.tsx'

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
    <ToastRegion label={t('release.label')}>
      {shown && (
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
      )}
    </ToastRegion>
  )
}
