import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { answerAppeal } from '#modules/market/operator-contract.ts'
import { getAnyStatement } from '#modules/publishing/statements/contract.ts'
import { ANSWER_RULES } from '#modules/publishing/statements/rules.ts'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeader } from '../page-header.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, StatementView } from '../statement-view.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    ...(await screen.call(getAnyStatement, { params: { statement: params.statement ?? '' } })),
    hasRole: screen.person?.operatorRole !== 'finance',
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const body = {
    outcome: text('outcome') as 'upheld' | 'reversed',
    reasons: text('reasons'),
  }
  return submit(answerAppeal, { params: { statement: params.statement ?? '' }, body })
}

/** A decision as the partner sees it, who decided, and the answer to an appeal. */
export default function OperatorStatement() {
  const { t } = useWords()
  const facts = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'answer')
  return (
    <>
      <PageHeader
        back={{ href: '/operator/statements', name: t('console.nav.statements') }}
        title={facts.object.name}
        lead={t(`console.statement.decision.${facts.decision}`)}
        end={<AppealBadge appeal={facts.appeal} />}
      />
      <FormDone answer={answer} className="mb-6">
        {t('console.statement.answer_done')}
      </FormDone>
      <StatementView
        facts={facts}
        rest={[
          {
            label: t('console.statement.whose'),
            value: facts.partner?.name ?? facts.store?.domain ?? '',
          },
          {
            label: t('console.statement.decided_by'),
            value: facts.decided_by ?? t('console.statement.by_rule'),
          },
        ]}
      />
      {facts.appeal === 'appealed' && !facts.may_answer && (
        <Notice className="mt-9">{t('console.statement.answer_other')}</Notice>
      )}
      {facts.may_answer && facts.hasRole && (
        <Section title={t('console.statement.answer')} className="mt-9 max-w-180">
          <PostForm name="answer" answer={answer} submit={t('console.statement.answer_send')}>
            <SelectField
              label={t('console.statement.answer_outcome')}
              name="outcome"
              value={field('outcome', 'upheld').defaultValue}
              options={[
                { value: 'upheld', name: t('console.statement.answer_upheld') },
                { value: 'reversed', name: t('console.statement.answer_reversed') },
              ]}
            />
            <TextArea
              {...field('reasons')}
              label={t('console.statement.answer_reasons')}
              rows={6}
              dir="auto"
              maxLength={ANSWER_RULES.reasons.max}
              required
            />
          </PostForm>
        </Section>
      )}
    </>
  )
}
