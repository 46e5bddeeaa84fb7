import { useLocation, useSearchParams } from 'react-router'
import { Button, LinkButton } from '#ui/button.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'

/**
 * D16: unsubscribing by the link in a mail. `server/endpoints.ts` handles the form, as it does
 * one-click requests of mail programs.
 */
export default function NewsletterLeave() {
  const { t, locale } = useWords()
  const { pathname } = useLocation()
  const left = useSearchParams()[0].get('left') === '1'
  const title = t(left ? 'newsletter.left' : 'newsletter.leave_title')
  return (
    <Page className="pt-10 md:pt-16">
      <PageHead title={title} indexed={false} />
      <Panel as="section" label={title} className="mx-auto max-w-140">
        <PanelPart>
          <h1 className="type-d2">{title}</h1>
          <p role="status" className="type-body mt-2 text-ink2">
            {t(left ? 'newsletter.left_text' : 'newsletter.leave_text')}
          </p>
        </PanelPart>
        <PanelPart>
          {left ? (
            <LinkButton href="/">{t('newsletter.home')}</LinkButton>
          ) : (
            <form
              method="post"
              action={`${pathname}?hl=${locale}`}
              className="flex flex-wrap gap-3"
            >
              <Button type="submit">{t('newsletter.leave')}</Button>
              <LinkButton href="/" kind="quiet">
                {t('newsletter.home')}
              </LinkButton>
            </form>
          )}
        </PanelPart>
      </Panel>
    </Page>
  )
}
