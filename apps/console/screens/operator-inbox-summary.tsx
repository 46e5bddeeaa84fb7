import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getInboxSummary, setInboxSummary } from '#modules/market/inbox-contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { hourOf, useDates } from '../dates.ts'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

const FORM = 'summary'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getInboxSummary)

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const webhook = text('webhook').trim()
  return submit(setInboxSummary, {
    body: {
      by_mail: text('by_mail') === 'yes',
      hour: Number(text('hour')),
      ...(text('forget') === 'yes' ? { webhook: null } : webhook !== '' && { webhook }),
    },
  })
}

/** How the person is told once a day what waits: by mail, in a chat, or not at all. */
export default function OperatorInboxSummary() {
  const { t, locale } = useWords()
  const dates = useDates()
  const summary = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, FORM)
  return (
    <>
      <PageHeader
        title={t('console.summary.title')}
        lead={t('console.summary.lead')}
        back={{ href: '/operator/inbox', name: t('console.nav.inbox') }}
      />
      <FormDone answer={answer} form={FORM} className="mb-5 max-w-160">
        {t('console.summary.saved')}
      </FormDone>
      {summary.fault !== null && (
        <Notice tone="attention" className="mb-5 max-w-160">
          {t('console.summary.fault', { fault: summary.fault })}
        </Notice>
      )}
      <Section
        title={t('console.summary.when')}
        lead={
          summary.next_at === null
            ? t('console.summary.off')
            : t('console.summary.next', { time: dates.time(summary.next_at) })
        }
        className="max-w-160"
      >
        <PostForm name={FORM} answer={answer} submit={t('console.summary.save')}>
          <SelectField
            label={t('console.summary.hour')}
            name="hour"
            value={String(summary.hour)}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              name: hourOf(hour, locale),
            }))}
          />
          <Checkbox name="by_mail" value="yes" defaultChecked={summary.by_mail}>
            {t('console.summary.by_mail')}
          </Checkbox>
          <TextField
            {...field('webhook')}
            label={t('console.summary.webhook')}
            hint={
              summary.webhook_host === null
                ? t('console.summary.webhook_hint')
                : t('console.summary.webhook_kept', { host: summary.webhook_host })
            }
            type="url"
            dir="ltr"
            autoComplete="off"
            maxLength={1000}
          />
          {summary.webhook_host !== null && (
            <Checkbox name="forget" value="yes">
              {t('console.summary.forget')}
            </Checkbox>
          )}
        </PostForm>
      </Section>
    </>
  )
}
