import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** The document's title: the page, then where it stands. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useWords()
  const { face } = useShell()
  return <title>{`${title} · ${face.name} ${t('console.name')}`}</title>
}
