import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listTexts } from '#modules/market/contract.ts'
import { textName } from '#modules/market/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { texts } = await screen.call(listTexts)
  return { texts: texts.map((one) => ({ id: one.path, ...one })) }
}

/** The text pages, built-in or written by the market. */
export default function OperatorTexts() {
  const { t } = useWords()
  const dates = useDates()
  const { texts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.texts')} lead={t('console.texts.lead')} />
      <DataTable
        label={t('console.nav.texts')}
        rows={texts}
        columns={[
          {
            name: t('console.texts.page'),
            cell: (one) => (
              <>
                <TextLink href={`/operator/texts/${textName(one.path)}`} className="strong">
                  {one.title}
                </TextLink>
                <bdi dir="ltr" className="type-sm block text-ink2">
                  {one.path}
                </bdi>
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.shown?.own ? 'green' : 'neutral'}>
                {one.shown?.own
                  ? t('console.texts.version', { version: one.shown.version })
                  : t('console.texts.of_release')}
              </Badge>
            ),
          },
          {
            name: t('console.texts.draft'),
            cell: (one) =>
              one.draft !== null && (
                <Badge tone="turquoise">{t('console.texts.drafted', { name: one.draft.by })}</Badge>
              ),
          },
          {
            name: t('console.texts.published'),
            end: true,
            cell: (one) => one.shown?.published_at && dates.time(one.shown.published_at),
          },
        ]}
      />
      <p className="type-body mt-6 text-ink2">{t('console.texts.agreed')}</p>
    </>
  )
}
