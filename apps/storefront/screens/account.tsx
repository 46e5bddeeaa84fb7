import { useSyncExternalStore } from 'react'
import { Button, LinkButton } from '#ui/button.tsx'
import { Page } from '#ui/page-grid.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { formatMinute } from '../dates.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/account.ts'

/** Who is signed in. The guard has let only signed-in stores through. */
export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (!screen.session) throw screen.refusal('session.required')
  const { domain, storeUrl, isOs2, account, expiresAt, enteredBy } = screen.session
  return { domain, storeUrl, isOs2, person: account.name, expiresAt, enteredBy, platform: screen.platform.name }
}

/** UTC in the document, which does not know where it is read; then the reader's own time. */
function useMinute(iso: string): string {
  const { locale } = useWords()
  const here = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return formatMinute(iso, locale, here ? undefined : 'UTC')
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { domain, storeUrl, isOs2, person, expiresAt, enteredBy, platform } = loaderData
  const until = useMinute(expiresAt)
  return (
    <Page className="pt-7 md:pt-9">
      <PageHead title={t('account.title')} indexed={false} />
      <h1 className="type-title">{t('account.title')}</h1>
      <p className="type-lg mt-2 text-ink2">{t('account.lead')}</p>
      <div className="mt-6 grid max-w-180 gap-5">
        <Panel as="section" label={t('account.store')}>
          <PanelPart>
            <p className="type-d3 wrap-anywhere-safe">
              <bdi dir="ltr">{domain}</bdi>
            </p>
            <FactList
              className="mt-4"
              facts={[
                { label: t('account.person'), value: <bdi>{person}</bdi> },
                { label: t('account.platform'), value: <bdi>{platform}</bdi> },
                { label: t('account.storefront'), value: t(isOs2 ? 'account.storefront_second' : 'account.storefront_first') },
                { label: t('account.entered'), value: t(`account.entered.${enteredBy}`) },
                { label: t('account.until'), value: <time dateTime={expiresAt}>{until}</time> },
              ]}
            />
            <p className="type-sm mt-3 text-ink2">{t('account.until_note')}</p>
            <div className="mt-5 flex flex-wrap gap-3">
              <LinkButton href={paths.installed}>{t('account.installed')}</LinkButton>
              <LinkButton href={storeUrl} kind="secondary" iconAfter="external">
                {t('account.shop')}
              </LinkButton>
            </div>
          </PanelPart>
          <PanelPart className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="type-sm max-w-[44ch] text-ink2">{t('account.sign_out_note')}</p>
            {/* a plain form: the server clears the cookies and answers with the home page */}
            <form method="post" action="/sign-out">
              <Button type="submit" kind="secondary" icon="sign-out">
                {t('account.sign_out')}
              </Button>
            </form>
          </PanelPart>
        </Panel>
      </div>
    </Page>
  )
}
