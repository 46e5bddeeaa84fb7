import { errorFacts } from './error-facts.ts'
import { ErrorContent } from './error-page.tsx'
import { FrameShell } from './frame-shell.tsx'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'
import { SiteShell } from './site-shell.tsx'

/** S2.33, S8.15: the page of everything that no layout has caught. */
export function RouteErrorPage({ error }: { error: unknown }) {
  const facts = errorFacts(error, useWords())
  const { framed, store } = useShell()
  const content = <ErrorContent facts={facts} />
  return framed ? (
    <FrameShell>{content}</FrameShell>
  ) : (
    <SiteShell store={store} ground="wall" lost>
      {content}
    </SiteShell>
  )
}
