import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listMarketGoals } from '#modules/catalog/goal-contract.ts'
import { pickText } from '#lib/locale.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { ByMarket } from '../by-market.tsx'
import { FormError, useFormAnswer } from '../forms.tsx'
import { Completeness } from '../merchandising-fields.tsx'
import { orderAction } from '../order-action.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/goals'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  return {
    mayChange: role === 'admin' || role === 'reviewer',
    ...(await screen.call(listMarketGoals, {})),
  }
}

export const action = orderAction

/** What owners want of each market. */
export default function OperatorGoals() {
  const { t, locale } = useWords()
  const { goals, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        back={{ href: '/operator/search', name: t('console.nav.search') }}
        title={t('console.goals.title')}
        lead={t('console.goals.lead')}
        end={
          mayChange && (
            <LinkButton href={`${PATH}/new`} size="small" kind="secondary" icon="plus">
              {t('console.goals.new')}
            </LinkButton>
          )
        }
      />
      <FormError answer={useFormAnswer()} className="mb-6" />
      <ByMarket
        rows={goals}
        list="goals"
        mayChange={mayChange}
        label={t('console.goals.title')}
        nameOf={(one) => pickText(one.name, locale)}
        empty={<EmptyState title={t('console.goals.none')} />}
        columns={[
          {
            name: t('console.goals.goal'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.id}`}>
                <bdi>{pickText(one.name, locale)}</bdi>
              </TextLink>
            ),
          },
          { name: t('console.goals.items'), cell: (one) => countOf(one.items, locale) },
          {
            name: t('console.goals.shown'),
            cell: (one) => t(one.active ? 'console.goals.yes' : 'console.goals.no'),
          },
          {
            name: t('console.goals.languages'),
            cell: (one) => <Completeness missing={one.missing} />,
          },
        ]}
      />
    </>
  )
}
