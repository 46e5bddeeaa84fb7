import { useCallAddress } from '../../call-address.ts'
import { useWords } from '../../messages.tsx'
import { useSaving } from '../../receipt-link.tsx'

/** The inventory as a file. */
export function ExportButtons() {
  const { t } = useWords()
  const save = useSaving()
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
            onClick={save}
          >
            {format.toUpperCase()}
          </a>
        )
      })}
    </p>
  )
}
