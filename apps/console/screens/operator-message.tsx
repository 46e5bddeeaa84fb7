import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { answerContactMessage, getContactMessage, markContactMessage } from '#contexts/backoffice/voices-contract.ts'
import { MESSAGE_STATES, VOICE_RULES } from '#contexts/backoffice/voices-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) => context.get(consoleContext).call(getContactMessage, { params: { message: params.message ?? '' } })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const given = { params: { message: params.message ?? '' } }
  if (textOf(form, 'form') === 'mark') return answerOf('mark', form, await screen.attempt(markContactMessage, { ...given, body: { state: textOf(form, 'state') as 'read' } }))
  return answerOf('answer', form, await screen.attempt(answerContactMessage, { ...given, body: { text: textOf(form, 'text') } }))
}

export default function OperatorMessage() {
  const { t } = useWords()
  const dates = useDates()
  const one = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'answer')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href="/operator/messages">{t('console.nav.messages')}</TextLink></p>
      <DeskHead title={one.subject} lead={<bdi>{one.from}</bdi>} end={<Badge tone={one.state === 'new' ? 'turquoise' : 'neutral'}>{t(`console.messages.state.${one.state}`)}</Badge>} />
      {answer?.form === 'answer' && answer.done && <Notice tone="done" alert className="mb-6">{t('console.messages.sent')}</Notice>}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Panel>
          <PanelPart><p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">{one.message}</p></PanelPart>
          {one.answer !== null && <PanelPart><h2 className="type-d4 mb-2">{t('console.messages.answer')}</h2><p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">{one.answer}</p></PanelPart>}
          {one.answer === null && (
            <PanelPart>
              <DeskForm name="answer" answer={answer} submit={t('console.messages.send')}>
                <TextArea {...field('text')} label={t('console.messages.answer')} hint={t('console.messages.answer_hint')} rows={6} dir="auto" maxLength={VOICE_RULES.answer.max} required />
              </DeskForm>
            </PanelPart>
          )}
        </Panel>
        <div>
          <FactList facts={[
            { label: t('console.email'), value: one.email },
            ...(one.phone ? [{ label: t('console.messages.phone'), value: one.phone }] : []),
            { label: t('console.messages.language'), value: one.language },
            { label: t('console.orders.at'), value: dates.time(one.written_at) },
            ...(one.developer === null ? [] : [{ label: t('portal.inbox.spam_by'), value: <bdi>{one.developer}</bdi> }]),
            ...(one.store ? [{ label: t('console.orders.store'), value: one.store }] : []),
            ...(one.item ? [{ label: t('console.orders.item'), value: <TextLink href={`/operator/items/${one.item.id}`}><bdi>{one.item.name}</bdi></TextLink> }] : []),
          ]} />
          <div className="mt-5 flex flex-wrap gap-3">
            {MESSAGE_STATES.filter(state => state !== one.state).map(state => (
              <PressForm key={state} name="mark" hidden={{ state }} label={t('console.messages.mark', { state: t(`console.messages.state.${state}`) })} about={one.subject} />
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
