import { Outlet, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { getPartnerItem } from '#modules/publishing/partners/item-contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  return {
    partner,
    ...(await context.get(consoleContext).call(getPartnerItem, { params: { partner, item } })),
  }
}

const TONES: Record<'draft' | 'published' | 'unpublished', Tone> = {
  draft: 'neutral',
  published: 'green',
  unpublished: 'coral',
}
/** To add a page of an item, add it here and below this screen in `routes.ts`. */
const TABS = [
  'listing',
  'pictures',
  'plans',
  'offers',
  'releases',
  'visibility',
  'health',
  'coupons',
  'figures',
  'webhooks',
] as const

/** Layout of an item's pages: name, state and tabs. */
export default function PartnerItem() {
  const { t } = useWords()
  const { sites, person } = useShell()
  const item = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const base = `/partner/${item.partner}/items/${item.id}`
  const role = person?.partners.find((one) => one.id === item.partner)?.role
  // Only apps get webhooks, and whoever looks after the money does not read them.
  const tabs = TABS.filter(
    (tab) => tab !== 'webhooks' || (item.market === 'app' && role !== 'finance'),
  )
  const address = `${sites[item.market]}/${item.slug}`
  return (
    <>
      <PageHeader
        back={{ href: `/partner/${item.partner}`, name: t('console.nav.items') }}
        title={item.name}
        lead={
          item.status === 'published' ? (
            <TextLink href={address}>
              <bdi dir="ltr">{address}</bdi>
            </TextLink>
          ) : (
            <bdi dir="ltr">{address}</bdi>
          )
        }
        end={
          <p className="flex flex-wrap gap-2">
            {item.status === 'published' && item.differs && (
              <Badge tone="turquoise">{t('portal.item.differs')}</Badge>
            )}
            <Badge tone={TONES[item.status]}>{t(`console.item.${item.status}`)}</Badge>
          </p>
        }
      />
      <Tabs
        label={t('portal.item.tabs')}
        className="mb-7"
        tabs={tabs.map((tab) => {
          const href = tab === 'listing' ? base : `${base}/${tab}`
          return {
            href,
            name: t(`portal.tab.${tab}`),
            current: tab === 'listing' ? pathname === base : pathname.startsWith(href),
            ...(tab === 'listing' && item.missing > 0 && { note: item.missing }),
          }
        })}
      />
      <Outlet />
    </>
  )
}
