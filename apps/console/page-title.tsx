import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** The document's title: the page, then where it stands. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useWords()
  const { marketName } = useShell()
  return <title>{`${title} · ${marketName} ${t('console.name')}`}</title>
}
