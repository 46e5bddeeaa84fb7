import { useWords } from '../../messages.tsx'
import { withQuery } from '../../paths.ts'
import { useSaving } from '../../receipt-link.tsx'
import { useShell } from '../../shell.tsx'

/** The inventory as a file. */
export function ExportButtons() {
  const { t, locale } = useWords()
  const { market, platform } = useShell()
  const save = useSaving()
  return (
    <p className="type-body flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="text-ink2">{t('scripts.export')}</span>
      {['csv', 'json'].map(format => {
        const href = withQuery('/api/scripts/export', { format, hl: locale.toUpperCase(), market, platform_id: platform.id })
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
