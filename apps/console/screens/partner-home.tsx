import { hasPartnerRight } from '#kernel/actor.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  getPartnerHome,
  getPartnerOnboarding,
  hidePartnerOnboarding,
} from '#modules/publishing/partners/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { KeyFigures } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { OnboardingPanel } from '../onboarding-panel.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const after = new URL(request.url).searchParams.get('after')
  const partner = params.partner ?? ''
  const screen = context.get(consoleContext)
  const [home, onboarding] = await Promise.all([
    screen.call(getPartnerHome, { params: { partner }, query: after === null ? {} : { after } }),
    screen.call(getPartnerOnboarding, { params: { partner } }),
  ])
  return { partner, onboarding, ...home }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { submit } = await readForm(context, request)
  return submit(hidePartnerOnboarding, { params: { partner: params.partner ?? '' } })
}

const TONES: Record<'draft' | 'published' | 'unpublished', Tone> = {
  draft: 'neutral',
  published: 'green',
  unpublished: 'coral',
}

/** A partner's items with their state. */
export default function PartnerHome() {
  const { t, locale } = useWords()
  const dates = useDates()
  const home = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={home.name}
        lead={t('console.partner.lead', { role: t(`console.role.${home.role}`) })}
        end={
          hasPartnerRight(home.role, 'publish') && (
            <LinkButton href={`/partner/${home.partner}/items/new`} icon="plus">
              {t('portal.item.new')}
            </LinkButton>
          )
        }
      />
      {!home.onboarding.hidden && (
        <OnboardingPanel
          partner={home.partner}
          role={home.role}
          steps={home.onboarding.steps}
          item={home.items[0]?.id ?? null}
        />
      )}
      <KeyFigures
        className="mb-8"
        figures={(['published', 'draft', 'unpublished'] as const).map((state) => ({
          label: t(`console.item.${state}`),
          figure: countOf(home.counts[state], locale),
        }))}
      />
      {home.unread > 0 && (
        <Notice
          icon="mail"
          className="mb-8"
          action={
            <TextLink href={`/partner/${home.partner}/messages?state=new`}>
              {t('portal.inbox.open')}
            </TextLink>
          }
        >
          {t('portal.inbox.unread', { count: home.unread, n: countOf(home.unread, locale) })}
        </Notice>
      )}
      <DataTable
        label={t('console.nav.items')}
        rows={home.items}
        empty={
          <EmptyState title={t('console.partner.empty')}>
            {t('console.partner.empty_lead')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.item.name'),
            cell: (item) => (
              <>
                <TextLink href={`/partner/${home.partner}/items/${item.id}`} className="strong">
                  {item.name}
                </TextLink>
                <span className="type-sm block text-ink2">{t(`console.item.${item.market}`)}</span>
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (item) => (
              <Badge tone={TONES[item.status]}>{t(`console.item.${item.status}`)}</Badge>
            ),
          },
          {
            name: t('console.item.release'),
            cell: (item) =>
              item.release === null ? (
                <span className="text-ink2">{t('console.item.no_release')}</span>
              ) : (
                <>
                  <bdi className="figures">{item.release.version}</bdi>{' '}
                  {item.release.state !== 'published' && (
                    <Badge tone="coral">{t(`console.release.${item.release.state}`)}</Badge>
                  )}
                  <span className="type-sm block text-ink2">{dates.day(item.release.at)}</span>
                </>
              ),
          },
          {
            name: t('console.item.installs'),
            end: true,
            cell: (item) => <span className="figures">{countOf(item.installs, locale)}</span>,
          },
        ]}
      />
      <NextPage
        href={home.next && `/partner/${home.partner}?after=${home.next}`}
        label={t('console.next')}
      />
    </>
  )
}
