import { Showcase } from '#ui/showcase.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { useShell } from '../shell.tsx'

/** The design system, for developers of screens. */
export default function ShowcaseScreen() {
  const { locale } = useWords()
  const { branding } = useShell()
  return (
    <>
      <PageHead title={branding.name} indexed={false} />
      <Showcase language={locale} />
    </>
  )
}
