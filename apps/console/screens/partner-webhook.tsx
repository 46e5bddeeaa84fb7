import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import { getWebhookDelivery, replayWebhook } from '#modules/apps/webhooks/partner-contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { DataTable } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { FormDone, FormError, PostForm, useFormAnswer } from '../forms.tsx'
import { CopyButton } from '../platform/copy-button.tsx'
import { useLive } from '../platform/use-live.ts'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { OutcomeBadge, TryEnd, useMilliseconds } from '../webhooks/outcome.tsx'
import { useWords } from '../words.tsx'

type Delivery = AnswerOf<typeof getWebhookDelivery>

const placeOf = ({
  partner = '',
  item = '',
  message = '',
}: Record<string, string | undefined>) => ({
  partner,
  item,
  message,
})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const place = placeOf(params)
  return {
    path: `/partner/${place.partner}/items/${place.item}/webhooks`,
    ...(await context.get(consoleContext).call(getWebhookDelivery, { params: place })),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { submit } = await readForm(context, request)
  return submit(replayWebhook, { params: placeOf(params) })
}

/** One webhook: what was sent, and every try with what came back. */
export default function PartnerWebhook() {
  const { t } = useWords()
  const dates = useDates()
  const one = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  useLive(one.outcome === 'waiting')
  return (
    <>
      <p className="type-sm mb-1.5">
        <TextLink href={one.path}>{t('portal.webhooks.log')}</TextLink>
      </p>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="type-d4">
          <bdi dir="ltr">{one.event}</bdi>
        </h2>
        <span aria-live="polite">
          <OutcomeBadge outcome={one.outcome} />
        </span>
      </div>
      <FormError answer={answer} className="mb-5" />
      <FormDone answer={answer} className="mb-5">
        {t('portal.webhooks.replayed')}
      </FormDone>
      {one.is_gone && (
        <Notice tone="attention" className="mb-5">
          {t('portal.webhooks.is_gone')}
        </Notice>
      )}
      <div className="grid items-start gap-7 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <Tries one={one} />
          <Request one={one} />
        </div>
        <div className="min-w-0">
          <FactList
            facts={[
              {
                label: t('portal.webhooks.id'),
                value: <bdi dir="ltr">{one.id}</bdi>,
              },
              ...(one.store === null
                ? []
                : [{ label: t('portal.inbox.store'), value: <bdi dir="ltr">{one.store}</bdi> }]),
              {
                label: t('portal.webhooks.address'),
                value: <bdi dir="ltr">{one.endpoint.url}</bdi>,
              },
              { label: t('portal.webhooks.time'), value: dates.time(one.occurred_at) },
              ...(one.replayed_at === null
                ? []
                : [{ label: t('portal.webhooks.again'), value: dates.time(one.replayed_at) }]),
              ...(one.outcome === 'retrying' && one.next_try_at !== null
                ? [{ label: t('portal.webhooks.next_try'), value: dates.time(one.next_try_at) }]
                : []),
            ]}
          />
          {!one.is_gone && (
            <div className="mt-5">
              <PostForm
                name="replay"
                answer={undefined}
                submit={t('portal.webhooks.replay')}
                kind="secondary"
              />
              <p className="type-sm mt-2 text-ink2">{t('portal.webhooks.replay_hint')}</p>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Tries({ one }: { one: Delivery }) {
  const { t } = useWords()
  const dates = useDates()
  const milliseconds = useMilliseconds()
  return (
    <section className="mb-7">
      <h3 className="type-d4 mb-3">{t('portal.webhooks.tries')}</h3>
      <DataTable
        label={t('portal.webhooks.tries')}
        rows={one.log.toReversed().map((row) => ({ ...row, id: String(row.number) }))}
        empty={<EmptyState as="h3" title={t('portal.webhooks.no_try')} />}
        columns={[
          {
            name: t('portal.webhooks.time'),
            cell: (row) => (
              <>
                {dates.time(row.started_at)}
                {row.by_hand && (
                  <span className="type-sm block text-ink2">{t('portal.webhooks.by_hand')}</span>
                )}
              </>
            ),
          },
          {
            name: t('portal.webhooks.answer'),
            cell: (row) => (
              <>
                <TryEnd {...row} />
                {row.answer && (
                  <code dir="auto" className="type-sm block text-ink2 wrap-anywhere">
                    {row.answer}
                  </code>
                )}
              </>
            ),
          },
          {
            name: t('portal.webhooks.duration'),
            end: true,
            cell: (row) => <bdi>{milliseconds(row.duration_ms)}</bdi>,
          },
        ]}
      />
    </section>
  )
}

/** As readable JSON; what was sent has no line breaks. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Request({ one }: { one: Delivery }) {
  const { t } = useWords()
  return (
    <section>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 className="type-d4">{t('portal.webhooks.request')}</h3>
        <CopyButton value={one.body} about={t('portal.webhooks.request')} />
      </div>
      <p className="type-sm mb-2 text-ink2">{t('portal.webhooks.request_lead')}</p>
      <Source label={t('portal.webhooks.headers')}>
        {one.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </Source>
      <Source label={t('portal.webhooks.body')}>{readable(one.body)}</Source>
    </section>
  )
}

const Source = ({ label, children }: { label: string; children: string }) => (
  <pre
    role="region"
    aria-label={label}
    tabIndex={0}
    dir="ltr"
    className="type-sm mb-3 max-h-96 overflow-auto rounded-control border border-line bg-card p-4"
  >
    <code>{children}</code>
  </pre>
)
