import { getEntry } from '#modules/stores/sessions/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { screenContext } from '../screen-context.ts'
import { isToken, validWhen } from '../validity.ts'
import type { Route } from './+types/enter.ts'

export const middleware = [validWhen(({ params }) => isToken(params.handle))]

/**
 * D5: a launch link at top level signs nobody in by itself, because anyone could make a person open
 * one.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context
    .get(screenContext)
    .call(getEntry, { params: { handle: params.handle } })
  return {
    handle: params.handle,
    domain: data.domain,
    person: data.account.name,
    current: data.current,
  }
}

export default function Enter({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const { handle, person, current } = loaderData
  const domain = isolated(loaderData.domain, locale)
  return (
    <Page className="pt-10 md:pt-16">
      <PageHead title={t('confirm.title', { domain: loaderData.domain })} indexed={false} />
      <Panel as="section" label={t('confirm.title', { domain })} className="mx-auto max-w-140">
        <PanelPart>
          <h1 className="type-d2 wrap-anywhere-safe">{t('confirm.question', { domain })}</h1>
          <p className="type-body mt-2 text-ink2">{t('confirm.lead')}</p>
          <p className="type-sm mt-3">
            {t('confirm.person', { person: isolated(person, locale) })}
          </p>
          {current && current !== loaderData.domain && (
            <Notice tone="attention" className="mt-4">
              {t('confirm.replaces', { current: isolated(current, locale) })}
            </Notice>
          )}
        </PanelPart>
        <PanelPart>
          <form method="post" action="/enter" className="flex flex-wrap gap-3">
            <input type="hidden" name="entry" value={handle} />
            <Button type="submit" icon="shop">
              {t('confirm.submit', { domain })}
            </Button>
            <LinkButton href="/" kind="quiet">
              {t('confirm.cancel')}
            </LinkButton>
          </form>
        </PanelPart>
      </Panel>
    </Page>
  )
}
