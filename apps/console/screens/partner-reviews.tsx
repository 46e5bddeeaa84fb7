import { hasPartnerRight } from '#kernel/actor.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  answerReview,
  listPartnerReviews,
  reportOwnReview,
} from '#modules/reviews/console-contract.ts'
import { REPORT_REASONS } from '#modules/reviews/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const [partner, after] = [params.partner ?? '', new URL(request.url).searchParams.get('after')]
  const may = hasPartnerRight(
    screen.person?.partners.find((one) => one.id === partner)?.role,
    'answer',
  )
  return {
    partner,
    may,
    ...(await screen.call(listPartnerReviews, {
      params: { partner },
      query: after === null ? {} : { after },
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const [name, partner, review] = [text('form'), params.partner ?? '', text('review')]
  if (name.startsWith('answer '))
    return submit(answerReview, { params: { partner, review }, body: { text: text('text') } })
  return submit(reportOwnReview, {
    params: { partner, review },
    body: { reason: text('reason') as (typeof REPORT_REASONS)[number], text: text('text') },
  })
}

type Review = ReturnType<typeof useLoaderData<typeof loader>>['reviews'][number]

/** Reviews of the partner's items: reply once to each, edit the reply, report a review. */
export default function PartnerReviews() {
  const { t } = useWords()
  const { partner, may, reviews, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('portal.reviews')} lead={t('portal.reviews.lead')} />
      {reviews.length === 0 ? (
        <EmptyState title={t('portal.reviews.none')} />
      ) : (
        <div className="grid gap-5">
          {reviews.map((one) => (
            <OneReview key={one.id} review={one} partner={partner} may={may} />
          ))}
        </div>
      )}
      <NextPage
        href={next && `/partner/${partner}/reviews?after=${next}`}
        label={t('console.next')}
      />
    </>
  )
}

function OneReview({ review, partner, may }: { review: Review; partner: string; may: boolean }) {
  const { t } = useWords()
  const dates = useDates()
  const answer = useFormAnswer()
  const [reply, report] = [`answer ${review.id}`, `report ${review.id}`]
  const [field, why] = [useField(answer, reply), useField(answer, report)]
  return (
    <Panel as="section" label={review.item.name}>
      <PanelPart>
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="turquoise">{t('portal.reviews.stars', { n: review.stars })}</Badge>
          <TextLink href={`/partner/${partner}/items/${review.item.id}`} className="strong">
            {review.item.name}
          </TextLink>
        </p>
        <p className="type-sm mt-1 text-ink2">
          <bdi>
            {t('portal.reviews.by', {
              shop: review.shop ?? t('portal.reviews.closed'),
              version: review.version,
              date: dates.day(review.at),
            })}
          </bdi>
        </p>
        {review.erased ? (
          <p className="mt-3 text-ink2">{t('portal.reviews.erased')}</p>
        ) : (
          review.text !== '' && (
            <p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere-safe">
              {review.text}
            </p>
          )
        )}
        {!may && review.reply && (
          <p
            dir="auto"
            className="mt-3 border-s-2 border-line2 ps-4 whitespace-pre-line wrap-anywhere-safe"
          >
            {review.reply.text}
          </p>
        )}
      </PanelPart>
      {may && (
        <PanelPart>
          <PostForm
            name={reply}
            answer={answer}
            submit={t(review.reply ? 'portal.reviews.mend' : 'portal.reviews.answer')}
            kind="secondary"
            hidden={{ review: review.id }}
            className="grid gap-4"
          >
            <TextArea
              {...field('text', review.reply?.text ?? '')}
              id={`reply-${review.id}`}
              label={t('portal.reviews.reply')}
              hint={
                review.reply?.changed_at
                  ? t('portal.reviews.changed', { date: dates.day(review.reply.changed_at) })
                  : t('portal.reviews.reply_hint')
              }
              rows={3}
              maxLength={4_000}
              dir="auto"
            />
          </PostForm>
          {review.reported ? (
            <p className="type-sm mt-4 text-ink2">{t('portal.reviews.reported')}</p>
          ) : (
            <details className="mt-4" open={answer?.form === report}>
              <summary className="type-label inline-flex min-h-9 cursor-pointer items-center text-link">
                {t('portal.reviews.report')}
              </summary>
              <PostForm
                name={report}
                answer={answer}
                submit={t('portal.reviews.report')}
                kind="quiet"
                hidden={{ review: review.id }}
                className="mt-3 grid gap-4"
              >
                <SelectField
                  label={t('portal.reviews.reason')}
                  name="reason"
                  value="other"
                  options={REPORT_REASONS.map((one) => ({
                    value: one,
                    name: t(`portal.reviews.reason.${one}`),
                  }))}
                />
                <TextArea
                  {...why('text')}
                  id={`why-${review.id}`}
                  label={t('portal.reviews.report_text')}
                  rows={2}
                  maxLength={1_000}
                  dir="auto"
                />
              </PostForm>
            </details>
          )}
        </PanelPart>
      )}
    </Panel>
  )
}
