import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  answerContactMessage,
  getContactMessage,
  markContactMessage,
} from '#modules/messaging/operator-contract.ts'
import { MESSAGE_STATES, ANSWER_RULES } from '#modules/messaging/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea } from '#ui/field.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useField, useFormAnswer, FormDone } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getContactMessage, { params: { message: params.message ?? '' } })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = { params: { message: params.message ?? '' } }
  if (text('form') === 'mark')
    return submit(markContactMessage, {
      ...given,
      body: { state: text('state') as 'read' },
    })
  return submit(answerContactMessage, { ...given, body: { text: text('text') } })
}

export default function OperatorMessage() {
  const { t } = useWords()
  const dates = useDates()
  const one = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'answer')
  return (
    <>
      <PageHeader
        back={{ href: '/operator/messages', name: t('console.nav.messages') }}
        title={one.subject}
        lead={<bdi>{one.from}</bdi>}
        end={
          <Badge tone={one.state === 'new' ? 'turquoise' : 'neutral'}>
            {t(`console.messages.state.${one.state}`)}
          </Badge>
        }
      />
      <FormDone answer={answer} form="answer" className="mb-6">
        {t('console.messages.sent')}
      </FormDone>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Panel>
          <PanelPart>
            <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
              {one.message}
            </p>
          </PanelPart>
          {one.answer !== null && (
            <PanelPart>
              <h2 className="type-d4 mb-2">{t('console.messages.answer')}</h2>
              <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
                {one.answer}
              </p>
            </PanelPart>
          )}
          {one.answer === null && (
            <PanelPart>
              <PostForm name="answer" answer={answer} submit={t('console.messages.send')}>
                <TextArea
                  {...field('text')}
                  label={t('console.messages.answer')}
                  hint={t('console.messages.answer_hint')}
                  rows={6}
                  dir="auto"
                  maxLength={ANSWER_RULES.answer.max}
                  required
                />
              </PostForm>
            </PanelPart>
          )}
        </Panel>
        <div>
          <FactList
            facts={[
              { label: t('console.email'), value: one.email },
              ...(one.phone ? [{ label: t('console.messages.phone'), value: one.phone }] : []),
              { label: t('console.messages.language'), value: one.language },
              { label: t('console.orders.at'), value: dates.time(one.written_at) },
              ...(one.developer === null
                ? []
                : [{ label: t('portal.inbox.spam_by'), value: <bdi>{one.developer}</bdi> }]),
              ...(one.store ? [{ label: t('console.orders.store'), value: one.store }] : []),
              ...(one.item
                ? [
                    {
                      label: t('console.orders.item'),
                      value: (
                        <TextLink href={`/operator/items/${one.item.id}`}>
                          <bdi>{one.item.name}</bdi>
                        </TextLink>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <div className="mt-5 flex flex-wrap gap-3">
            {MESSAGE_STATES.filter((state) => state !== one.state).map((state) => (
              <ButtonForm
                key={state}
                name="mark"
                hidden={{ state }}
                label={t('console.messages.mark', { state: t(`console.messages.state.${state}`) })}
                about={one.subject}
              />
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
