import { data } from 'react-router'
import { appealOwnStatement, listOwnStatements } from '#contexts/statements/store-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import type { Mistakes } from '#ui/form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { fieldWords } from '../field-words.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { forStoreOf } from '../page-store.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { OneDecision } from './decisions/one-decision.tsx'
import type { Route } from './+types/decisions.ts'

/** In the query after an objection was sent: the page that says so can be loaded again and sends nothing. */
const SENT = 'sent'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { data: decisions } = await context.get(screenContext).call(listOwnStatements)
  return { decisions, sent: url.searchParams.has(SENT) }
}

export interface DecisionsAnswer { statement: string; text: string; message: string; mistakes: Mistakes }

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const [statement, text] = [String(form.get('statement') ?? ''), String(form.get('text') ?? '')]
  const sent = await screen.attempt(appealOwnStatement, { params: { id: statement }, body: { text }, ...forStoreOf(form) })
  if (sent.ok) throw goTo(withQuery(pathsFor(screen.framed).decisions, { [SENT]: '1' }), { status: 303 })
  const { message, mistakes = {}, statusCode } = sent.error
  return data<DecisionsAnswer>({ statement, text, message, mistakes }, { status: statusCode })
}

/** What the market decided about this store, with the reasons; whoever does not agree objects here (DSA art. 17 and 20). */
export default function Decisions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { decisions, sent } = loaderData
  const answer = actionData as DecisionsAnswer | undefined
  const { errors } = fieldWords(t, answer?.mistakes ?? {}, () => t('decisions.words'))
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="installed" title={t('decisions.title')} lead={t('decisions.lead')} />
      {answer && <MistakeList title={answer.message} mistakes={errors.text === undefined ? [] : [{ fieldId: `appeal-${answer.statement}`, text: errors.text }]} round={1} className="mt-6" />}
      {sent && !answer && <Notice tone="done" alert className="mt-6">{t('decisions.sent')}</Notice>}
      {decisions.length === 0 ? (
        <EmptyState className="mt-6" title={t('decisions.none')} action={<LinkButton href={paths.installed} kind="secondary">{t('owner.installed')}</LinkButton>}>
          {t('decisions.none_note')}
        </EmptyState>
      ) : (
        <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-5">
          {decisions.map(one => <OneDecision key={one.id} decision={one} given={answer !== undefined && answer.statement === one.id ? { text: answer.text, error: errors.text } : null} />)}
        </ul>
      )}
    </Page>
  )
}
