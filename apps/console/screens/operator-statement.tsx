import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { answerAppeal, getAnyStatement } from '#contexts/backoffice/statements-contract.ts'
import { ANSWER_RULES } from '#contexts/statements/rules.ts'
import { TextArea } from '#ui/long-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { AppealBadge, StatementView } from '../statement-view.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return { ...await screen.call(getAnyStatement, { params: { statement: params.statement ?? '' } }), hasRole: screen.person?.operatorRole !== 'finance' }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const body = { outcome: textOf(form, 'outcome') as 'upheld' | 'reversed', reasons: textOf(form, 'reasons') }
  return answerOf('answer', form, await context.get(consoleContext).attempt(answerAppeal, { params: { statement: params.statement ?? '' }, body }))
}

/** A decision as the partner has it, who decided, and the answer to an appeal. */
export default function OperatorStatement() {
  const { t } = useWords()
  const facts = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'answer')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href="/operator/statements">{t('console.nav.statements')}</TextLink></p>
      <DeskHead title={facts.object.name} lead={t(`console.statement.decision.${facts.decision}`)} end={<AppealBadge appeal={facts.appeal} />} />
      {answer?.done && <Notice tone="done" alert className="mb-6">{t('console.statement.answer_done')}</Notice>}
      <StatementView facts={facts} rest={[
        { label: t('console.statement.whose'), value: facts.partner?.name ?? facts.store?.domain ?? '' },
        { label: t('console.statement.decided_by'), value: facts.decided_by ?? t('console.statement.by_rule') },
      ]} />
      {facts.appeal === 'appealed' && !facts.may_answer && <Notice className="mt-9">{t('console.statement.answer_other')}</Notice>}
      {facts.may_answer && facts.hasRole && (
        <Panel as="section" label={t('console.statement.answer')} className="mt-9 max-w-180">
          <PanelPart>
            <h2 className="type-d4 mb-5">{t('console.statement.answer')}</h2>
            <DeskForm name="answer" answer={answer} submit={t('console.statement.answer_send')}>
              <SelectField label={t('console.statement.answer_outcome')} name="outcome" value={field('outcome', 'upheld').defaultValue} options={[
                { value: 'upheld', name: t('console.statement.answer_upheld') }, { value: 'reversed', name: t('console.statement.answer_reversed') },
              ]} />
              <TextArea {...field('reasons')} label={t('console.statement.answer_reasons')} rows={6} dir="auto" maxLength={ANSWER_RULES.reasons.max} required />
            </DeskForm>
          </PanelPart>
        </Panel>
      )}
    </>
  )
}
