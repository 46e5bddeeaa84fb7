import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getItemFigures } from '#contexts/figures/contract.ts'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { daysAsked } from '../figures-csv.ts'
import { FiguresView } from '../figures-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  return { here: `/partner/${partner}/items/${item}/figures`, all: `/partner/${partner}/figures`, figures: await context.get(consoleContext).call(getItemFigures, { params: { partner, item }, query: daysAsked(request) }) }
}

/** One item. */
export default function ItemFigures() {
  const { t } = useWords()
  const { here, all, figures } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="type-sm mb-2"><TextLink href={`${all}?days=${figures.days}`}>{t('console.figures.nav')}</TextLink></p>
      <DeskHead title={figures.about} lead={t('console.figures.lead', { n: figures.days })} />
      <FiguresView figures={figures} here={here} />
    </>
  )
}
