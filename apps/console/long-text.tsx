import { useWords } from './words.tsx'

/**
 * A text of any length: its beginning, and all of it behind a press. Nothing in it makes the page
 * wider.
 */
export function LongText({ text, most }: { text: string; most: number }) {
  const { t } = useWords()
  if (text.length <= most) return <span className="wrap-anywhere">{text}</span>
  return (
    <span className="wrap-anywhere">
      {text.slice(0, most)}…
      <details className="inline">
        <summary className="inline cursor-pointer text-link"> {t('console.show_all')}</summary>
        <span className="block max-h-80 overflow-y-auto">{text}</span>
      </details>
    </span>
  )
}
