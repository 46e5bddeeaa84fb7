import { hasPartnerRight } from '#kernel/actor.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { appealStatement, getStatement } from '#modules/publishing/statements/contract.ts'
import { APPEAL_RULES } from '#modules/publishing/statements/rules.ts'
import { TextArea } from '#ui/field.tsx'
import { PageHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, StatementView } from '../statement-view.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const facts = await screen.call(getStatement, {
    params: { partner, statement: params.statement ?? '' },
  })
  return {
    partner,
    facts,
    mayAppeal:
      facts.appeal === 'open' &&
      hasPartnerRight(screen.person?.partners.find((one) => one.id === partner)?.role, 'publish'),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = {
    params: { partner: params.partner ?? '', statement: params.statement ?? '' },
    body: { text: text('text') },
  }
  return submit(appealStatement, given)
}

/** A decision with its reasons, and the form to appeal. */
export default function PartnerStatement() {
  const { t } = useWords()
  const { partner, facts, mayAppeal } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'appeal')
  return (
    <>
      <PageHeader
        back={{ href: `/partner/${partner}/statements`, name: t('console.nav.statements') }}
        title={facts.object.name}
        lead={t(`console.statement.decision.${facts.decision}`)}
        end={<AppealBadge appeal={facts.appeal} />}
      />
      <StatementView facts={facts} />
      {mayAppeal && (
        <Section
          title={t('console.statement.object')}
          lead={t('console.statement.object_lead')}
          className="mt-9 max-w-180"
        >
          <PostForm name="appeal" answer={answer} submit={t('console.statement.object_send')}>
            <TextArea
              {...field('text')}
              label={t('console.statement.object_text')}
              rows={6}
              dir="auto"
              maxLength={APPEAL_RULES.text.max}
              required
            />
          </PostForm>
        </Section>
      )}
    </>
  )
}
