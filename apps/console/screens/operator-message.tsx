import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  answerContactMessage,
  getContactMessage,
  markContactMessage,
  readThread,
} from '#modules/messaging/operator-contract.ts'
import { MESSAGE_STATES, ANSWER_RULES } from '#modules/messaging/rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea } from '#ui/field.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useField, useFormAnswer, FormDone } from '../forms.tsx'
import { readForm, type FormAnswer } from '../read-form.ts'
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
  if (text('form') === 'read') return submit(readThread, given)
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
            {one.message === null ? (
              <Conversation read={answer} about={one.subject} />
            ) : (
              <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
                {one.message}
              </p>
            )}
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
                : [
                    {
                      label: t(
                        one.why === 'dispute' ? 'portal.inbox.dispute_by' : 'portal.inbox.spam_by',
                      ),
                      value: <bdi>{one.developer}</bdi>,
                    },
                  ]),
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

/** Of others, so it opens only when asked for, and the audit log says who read it. */
function Conversation({ read, about }: { read: FormAnswer | undefined; about: string }) {
  const { t } = useWords()
  const dates = useDates()
  const { words } = ((read?.form === 'read' && read.done) || {}) as Partial<
    AnswerOf<typeof readThread>
  >
  if (!words)
    return (
      <>
        <p className="type-body mb-3 text-ink2">{t('console.messages.closed')}</p>
        <ButtonForm
          name="read"
          hidden={{}}
          label={t('console.messages.read')}
          about={about}
          kind="secondary"
        />
      </>
    )
  return (
    <ol className="grid gap-5">
      {words.map((word, index) => (
        <li key={index}>
          <p className="type-sm text-ink2">
            <bdi className="strong">{word.by ?? t('console.messages.asker')}</bdi> ·{' '}
            <bdi>{dates.time(word.at)}</bdi>
          </p>
          <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
            {word.text}
          </p>
        </li>
      ))}
    </ol>
  )
}
