import { data, Form, useNavigation } from 'react-router'
import type { z } from 'zod'
import {
  appealOwnStatement,
  listOwnStatements,
  type statement,
} from '#modules/publishing/statements/contract.ts'
import { LinkButton, Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Badge } from '#ui/badge.tsx'
import { TextArea } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { fieldMessages } from '../field-messages.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/decisions.ts'
import { useDates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { useShell } from '../shell.tsx'

/** Query parameter after an appeal: reloading that page sends nothing. */
const SENT = 'sent'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { data: decisions } = await context.get(screenContext).call(listOwnStatements)
  return { decisions, sent: url.searchParams.has(SENT) }
}

export interface DecisionsAnswer {
  statement: string
  text: string
  message: string
  fieldErrors: FieldErrors
}

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const [statement, text] = [String(form.get('statement') ?? ''), String(form.get('text') ?? '')]
  const sent = await screen.attempt(appealOwnStatement, {
    params: { id: statement },
    body: { text },
    ...forStoreOf(form),
  })
  if (sent.ok)
    throw goTo(withQuery(pathsFor(screen.framed).decisions, { [SENT]: '1' }), { status: 303 })
  const { message, fieldErrors = {}, statusCode } = sent.error
  return data<DecisionsAnswer>({ statement, text, message, fieldErrors }, { status: statusCode })
}

/**
 * The market's decisions about this store with their reasons, and the form to appeal (DSA art. 17
 * and 20).
 */
export default function Decisions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { decisions, sent } = loaderData
  const answer = actionData as DecisionsAnswer | undefined
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, () => t('decisions.words'))
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="installed" title={t('decisions.title')} lead={t('decisions.lead')} />
      {answer && (
        <ErrorSummary
          title={answer.message}
          items={
            errors.text === undefined
              ? []
              : [{ fieldId: `appeal-${answer.statement}`, text: errors.text }]
          }
          round={1}
          className="mt-6"
        />
      )}
      {sent && !answer && (
        <Notice tone="done" alert className="mt-6">
          {t('decisions.sent')}
        </Notice>
      )}
      {decisions.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={t('decisions.none')}
          action={
            <LinkButton href={paths.installed} kind="secondary">
              {t('owner.installed')}
            </LinkButton>
          }
        >
          {t('decisions.none_note')}
        </EmptyState>
      ) : (
        <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-5">
          {decisions.map((one) => (
            <OneDecision
              key={one.id}
              decision={one}
              given={
                answer !== undefined && answer.statement === one.id
                  ? { text: answer.text, error: errors.text }
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Page>
  )
}

type Decision = z.output<typeof statement>

const Words = ({ title, day, text }: { title: string; day?: string; text: string }) => (
  <div className="mt-4">
    <h3 className="type-label">
      {title}
      {day && <span className="type-sm font-normal text-ink2"> · {day}</span>}
    </h3>
    <p dir="auto" className="type-body mt-1 max-w-[80ch] whitespace-pre-line wrap-anywhere-safe">
      {text}
    </p>
  </div>
)

/** A decision: what, why, by which rule, and the state of the appeal. */
function OneDecision({
  decision: one,
  given,
}: {
  decision: Decision
  given: { text: string; error: string | undefined } | null
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const day = (iso: string) => dates.day(iso)
  return (
    <li>
      <Panel>
        <PanelPart>
          <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
            <h2 className="type-d4 min-w-0 wrap-anywhere-safe">
              {t('decisions.text_erased', { item: isolated(one.object.name, locale) })}
            </h2>
            {one.appeal === 'appealed' && <Badge tone="coral">{t('decisions.waiting')}</Badge>}
            {one.answer && (
              <Badge tone={one.answer.outcome === 'reversed' ? 'green' : 'neutral'}>
                {t(`decisions.${one.answer.outcome}`)}
              </Badge>
            )}
          </div>
          <p className="type-sm mt-1 text-ink2">
            {day(one.decided_at)}
            {one.reversed_at !== null && ` · ${t('decisions.over')}`}
          </p>
          <Words title={t('decisions.facts')} text={one.facts} />
          <p className="type-sm mt-3 text-ink2">
            {t(`decisions.grounds.${one.grounds}`, { rule: isolated(one.rule, locale) })} ·{' '}
            {t(`decisions.automated.${one.automated}`)}
          </p>
          {one.appealed && (
            <Words
              title={t('decisions.yours')}
              day={day(one.appealed.at)}
              text={one.appealed.text}
            />
          )}
          {one.answer && (
            <Words
              title={t(`decisions.${one.answer.outcome}`)}
              day={day(one.answer.at)}
              text={one.answer.reasons}
            />
          )}
          {one.appeal === 'over' && (
            <p className="type-sm mt-4 text-ink2">
              {t('decisions.late', { date: day(one.appeal_until) })}
            </p>
          )}
        </PanelPart>
        {one.appeal === 'open' && one.reversed_at === null && (
          <PanelPart>
            <Form method="post" className="grid max-w-[80ch] gap-4">
              <h3 className="type-label">{t('decisions.object')}</h3>
              <p className="type-sm text-ink2">
                {t('decisions.object_note', { date: day(one.appeal_until) })}
              </p>
              <input type="hidden" name="store" value={store?.id ?? ''} />
              <input type="hidden" name="statement" value={one.id} />
              <TextArea
                id={`appeal-${one.id}`}
                name="text"
                label={t('decisions.words')}
                hint={t('decisions.words_hint')}
                rows={5}
                maxLength={4000}
                required
                dir="auto"
                defaultValue={given?.text ?? ''}
                {...(given?.error !== undefined && { error: given.error })}
              />
              <div>
                <Button type="submit" kind="secondary" busy={busy}>
                  {t('decisions.send')}
                </Button>
              </div>
            </Form>
          </PanelPart>
        )}
      </Panel>
    </li>
  )
}
