import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { appealStatement, getStatement } from '#contexts/statements/contract.ts'
import { APPEAL_RULES } from '#contexts/statements/rules.ts'
import { TextArea } from '#ui/long-field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, StatementView } from '../statement-view.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const facts = await screen.call(getStatement, { params: { partner, statement: params.statement ?? '' } })
  return { partner, facts, mayAppeal: facts.appeal === 'open' && screen.person?.partners.find(one => one.id === partner)?.role !== 'finance' }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const given = { params: { partner: params.partner ?? '', statement: params.statement ?? '' }, body: { text: textOf(form, 'text') } }
  return answerOf('appeal', form, await context.get(consoleContext).attempt(appealStatement, given))
}

/** A decision with its reasons, and the one way to object. */
export default function PartnerStatement() {
  const { t } = useWords()
  const { partner, facts, mayAppeal } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'appeal')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href={`/partner/${partner}/statements`}>{t('console.nav.statements')}</TextLink></p>
      <DeskHead title={facts.object.name} lead={t(`console.statement.decision.${facts.decision}`)} end={<AppealBadge appeal={facts.appeal} />} />
      <StatementView facts={facts} />
      {mayAppeal && (
        <Panel as="section" label={t('console.statement.object')} className="mt-9 max-w-180">
          <PanelPart>
            <h2 className="type-d4 mb-1">{t('console.statement.object')}</h2>
            <p className="type-body mb-5 text-ink2">{t('console.statement.object_lead')}</p>
            <DeskForm name="appeal" answer={answer} submit={t('console.statement.object_send')}>
              <TextArea {...field('text')} label={t('console.statement.object_text')} rows={6} dir="auto" maxLength={APPEAL_RULES.text.max} required />
            </DeskForm>
          </PanelPart>
        </Panel>
      )}
    </>
  )
}
