import { Showcase } from '#ui/showcase.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'

/** The design system on one page, for whoever builds screens. */
export default function ShowcaseScreen() {
  const { locale } = useWords()
  return (
    <>
      <PageHead title="Arasta" indexed={false} />
      <Showcase language={locale} />
    </>
  )
}
