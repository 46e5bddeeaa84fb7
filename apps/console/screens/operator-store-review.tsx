import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  eraseReview,
  getAnyReview,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from '#modules/reviews/console-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { answerOf, confirmedOf, readForm } from '../read-form.ts'
import { reasonsOf, ReasonsFields } from '../reasons-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { AppealBadge, DecisionWords } from '../statement-view.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    review: await screen.call(getAnyReview, { params: { review: params.review ?? '' } }),
    mayDecide: screen.person?.operatorRole !== 'finance',
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, given] = [text('form'), { params: { review: params.review ?? '' } }]
  switch (name) {
    case 'restore':
      return submit(restoreReview, given)
    case 'settle':
      return submit(settleReviewReports, given)
    case 'down':
      return answerOf(
        name,
        form,
        text('how') === 'erase'
          ? await screen.attempt(eraseReview, {
              ...given,
              body: { ...reasonsOf(form), confirmed: confirmedOf(form) },
            })
          : await screen.attempt(takeReviewDown, { ...given, body: reasonsOf(form) }),
      )
    default:
      throw screen.refusal('input.malformed')
  }
}

const REASONS = ['advertising', 'insult', 'personal_data', 'other'] as const
const known = (reason: string): reason is (typeof REASONS)[number] =>
  (REASONS as readonly string[]).includes(reason)

export default function OperatorStoreReview() {
  const { t } = useWords()
  const dates = useDates()
  const { review, mayDecide } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'down')
  return (
    <>
      <PageHeader
        back={{ href: '/operator/reviews', name: t('console.nav.reviews') }}
        title={t('console.reviews.stars', { count: review.stars })}
        lead={
          <>
            <bdi>{review.item.name}</bdi> · <bdi dir="ltr">{review.store.domain}</bdi>
          </>
        }
        end={
          <Badge tone={review.state === 'shown' ? 'green' : 'neutral'}>
            {t(`console.reviews.state.${review.state}`)}
          </Badge>
        }
      />
      {answer && answer.form !== 'down' && answer.error && (
        <Notice tone="attention" alert className="mb-6">
          {answer.error.message}
        </Notice>
      )}
      <Panel className="mb-6 max-w-200">
        <PanelPart>
          <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
            {review.text || t('console.reviews.no_text')}
          </p>
        </PanelPart>
        {review.reply && (
          <PanelPart>
            <h2 className="type-d4 mb-2">{t('console.reviews.reply')}</h2>
            <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
              {review.reply}
            </p>
          </PanelPart>
        )}
      </Panel>
      <div className="mb-9 flex flex-wrap gap-3">
        {mayDecide && review.state === 'hidden' && (
          <ButtonForm
            name="restore"
            hidden={{}}
            label={t('console.reviews.restore')}
            kind="secondary"
            about={review.item.name}
          />
        )}
        {mayDecide && review.reports > 0 && (
          <ButtonForm
            name="settle"
            hidden={{}}
            label={t('console.reviews.settle')}
            kind="secondary"
            about={review.item.name}
          />
        )}
      </div>
      {review.all_reports.length > 0 && (
        <section className="mb-9">
          <h2 className="type-d3 mb-4">{t('console.reviews.reports')}</h2>
          <DataTable
            label={t('console.reviews.reports')}
            rows={review.all_reports}
            columns={[
              {
                name: t('console.orders.reason'),
                cell: (one) => (
                  <>
                    {known(one.reason) ? t(`console.reviews.reason.${one.reason}`) : one.reason}
                    <span dir="auto" className="type-sm block text-ink2">
                      {one.text}
                    </span>
                  </>
                ),
              },
              { name: t('console.orders.at'), cell: (one) => dates.time(one.at) },
              {
                name: t('console.item.state'),
                end: true,
                cell: (one) => (
                  <Badge tone={one.handled_at ? 'neutral' : 'coral'}>
                    {t(one.handled_at ? 'console.reviews.settled' : 'console.reviews.open')}
                  </Badge>
                ),
              },
            ]}
          />
        </section>
      )}
      {review.statements.length > 0 && (
        <section className="mb-9">
          <h2 className="type-d3 mb-4">{t('console.nav.statements')}</h2>
          <DataTable
            label={t('console.nav.statements')}
            rows={review.statements}
            columns={[
              {
                name: t('console.statement.decided'),
                cell: (one) => (
                  <TextLink href={`/operator/statements/${one.id}`}>
                    <DecisionWords line={one} />
                  </TextLink>
                ),
              },
              { name: t('console.statement.at'), cell: (one) => dates.time(one.decided_at) },
              {
                name: t('console.statement.appeal'),
                end: true,
                cell: (one) => <AppealBadge appeal={one.appeal} />,
              },
            ]}
          />
        </section>
      )}
      {mayDecide && review.state !== 'erased' && (
        <Section
          title={t('console.reviews.down')}
          lead={t('console.reviews.down_lead')}
          className="max-w-200"
        >
          <PostForm
            name="down"
            answer={answer}
            submit={t('console.reviews.down')}
            kind="danger"
            confirm={t('console.confirm.final')}
          >
            <SelectField
              label={t('console.reviews.how')}
              name="how"
              value={field('how', review.state === 'hidden' ? 'erase' : 'hide').defaultValue}
              options={(review.state === 'hidden'
                ? (['erase'] as const)
                : (['hide', 'erase'] as const)
              ).map((value) => ({ value, name: t(`console.reviews.how.${value}`) }))}
            />
            <ReasonsFields answer={answer} form="down" />
          </PostForm>
        </Section>
      )}
    </>
  )
}
