import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getAnyInstallation } from '#modules/installs/operator-contract.ts'
import { getInstallationTimeline } from '#modules/market/timeline-contract.ts'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { InstallState } from '../state-badges.tsx'
import { SubjectTimeline } from '../timeline/subject-timeline.tsx'
import { submitNote } from '../timeline/write-note.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const given = { params: { installation: params.installation ?? '' } }
  const [one, timeline] = await Promise.all([
    screen.call(getAnyInstallation, given),
    screen.call(getInstallationTimeline, { ...given, query: queryOf(request, ['after']) }),
  ])
  return { one, timeline }
}

export const action = async ({ context, params, request }: ActionFunctionArgs) =>
  submitNote(await readForm(context, request), 'installation', params.installation)

/** An item on a store: what it is, who bought it, and what was done to it. */
export default function OperatorInstallation() {
  const { t } = useWords()
  const dates = useDates()
  const { person } = useShell()
  const { one, timeline } = useLoaderData<typeof loader>()
  const day = (iso: string | null) => (iso === null ? '–' : dates.time(iso))
  return (
    <>
      <PageHeader
        back={{ href: `/operator/stores/${one.store.id}`, name: one.store.domain }}
        title={one.item.name}
        lead={<bdi dir="ltr">{one.store.domain}</bdi>}
        end={<InstallState state={one.state} />}
      />
      <FactList
        columns={2}
        facts={[
          {
            label: t('console.orders.item'),
            value: (
              <TextLink href={`/operator/items/${one.item.id}`}>
                <bdi>{one.item.name}</bdi>
              </TextLink>
            ),
          },
          {
            label: t('console.items.partner'),
            value: (
              <TextLink href={`/operator/partners/${one.partner.id}`}>
                <bdi>{one.partner.name}</bdi>
              </TextLink>
            ),
          },
          {
            label: t('console.orders.store'),
            value: (
              <TextLink href={`/operator/stores/${one.store.id}`}>
                <bdi dir="ltr">{one.store.domain}</bdi>
              </TextLink>
            ),
          },
          {
            label: t('console.orders.number'),
            value:
              one.order === null ? (
                '–'
              ) : person?.operatorRole === 'admin' ? (
                <TextLink href={`/operator/orders/${one.order}`}>
                  <bdi dir="ltr">{one.order}</bdi>
                </TextLink>
              ) : (
                <bdi dir="ltr">{one.order}</bdi>
              ),
          },
          {
            label: t('console.item.release'),
            value: <bdi className="figures">{one.version}</bdi>,
          },
          {
            label: t('console.installation.updates'),
            value: t(
              one.automatic ? 'console.installation.automatic' : 'console.installation.by_hand',
            ),
          },
          { label: t('console.installation.installed_at'), value: day(one.installed_at) },
          { label: t('console.installation.uninstalled_at'), value: day(one.uninstalled_at) },
        ]}
      />
      <SubjectTimeline {...timeline} />
    </>
  )
}
