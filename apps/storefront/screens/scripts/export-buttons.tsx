import { useCallAddress } from '../../call-address.ts'
import { useWords } from '../../messages.tsx'
import { saveFetched } from '../../receipt-link.tsx'
import { useShell } from '../../shell.tsx'

/** The inventory as a file. In the frame a download of the browser's own comes without the session, so the page fetches it. */
export function ExportButtons() {
  const { t } = useWords()
  const { framed } = useShell()
  const addressOf = useCallAddress()
  return (
    <p className="type-body flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="text-ink2">{t('scripts.export')}</span>
      {['csv', 'json'].map(format => {
        const href = addressOf('/scripts/export', { format })
        return (
          <a
            key={format}
            className="link inline-flex min-h-9 items-center"
            href={href}
            download
            onClick={event => {
              if (!framed) return
              event.preventDefault()
              void saveFetched(href)
            }}
          >
            {format.toUpperCase()}
          </a>
        )
      })}
    </p>
  )
}
