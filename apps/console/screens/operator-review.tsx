import { LOCALES, type Locale, directionOf } from '#lib/locale.ts'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router'
import {
  approveSubmission,
  claimSubmission,
  getReview,
  getReviewFile,
  giveBackSubmission,
  listQueue,
  recheckSubmission,
  rejectSubmission,
  secondSubmission,
  trySubmission,
} from '#modules/publishing/submissions/operator-contract.ts'
import type { CheckPoint, RejectionReason } from '#modules/publishing/submissions/review-rules.ts'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { sizeOf, useDates } from '../dates.ts'
import { useFormAnswer } from '../forms.tsx'
import { answerOf, readForm, textOf } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { reasonsOf } from '../reasons-fields.tsx'
import { writeAnswers } from '../review/answer-texts.ts'
import { ChangeList } from '../review/change-list.tsx'
import { Claim } from '../review/claim.tsx'
import { Decision } from '../review/decision.tsx'
import { ListingCompare, ReviewPart } from '../review/listing-compare.tsx'
import { PackageView } from '../review/package-view.tsx'
import { ReviewHeader } from '../review/review-header.tsx'
import { type Finding, type Review, chosenFile, findingsOf } from '../review/review.ts'
import { ScratchShop } from '../review/scratch-shop.tsx'
import { SecondReviewer } from '../review/second-reviewer.tsx'
import { StayLinks } from '../review/stay-link.tsx'
import { usePressKeys } from '../review/use-press-keys.ts'
import { consoleContext, type ConsoleScreen } from '../screen-context.ts'
import { CheckList, Rejection } from '../submission-parts.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const asked = new URL(request.url).searchParams
  const [place, former] = [{ submission: params.submission ?? '' }, asked.get('former')]
  const review = await screen.call(getReview, {
    params: place,
    query: former === null ? {} : { former },
  })
  const path = chosenFile(review, asked.get('file'))
  const file =
    path === null ? null : await screen.call(getReviewFile, { params: place, query: { path } })
  return { ...review, file }
}

/** The language, the width or the page of a file are another view of what is loaded. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined &&
  currentUrl.href !== nextUrl.href &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.searchParams.get('file') === nextUrl.searchParams.get('file')
    ? false
    : defaultShouldRevalidate

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const place = { submission: params.submission ?? '' }

  const name = text('form')
  if (name === 'take') return submit(claimSubmission, { params: place })
  if (name === 'leave') return submit(giveBackSubmission, { params: place })
  if (name === 'try') return submit(trySubmission, { params: place })
  if (name === 'second') return submit(secondSubmission, { params: place })
  if (name === 'recheck') return submit(recheckSubmission, { params: place })
  const decided =
    name === 'approve'
      ? await screen.attempt(approveSubmission, {
          params: place,
          body: {
            looked_at: namesIn(form, 'looked_at'),
            checked: namesIn(form, 'checked') as CheckPoint[],
            alone_reason: text('alone_reason'),
          },
        })
      : await screen.attempt(rejectSubmission, {
          params: place,
          body: await rejectionOf(screen, form, place),
        })
  if (decided.ok) throw goTo(await nextPlace(screen, place.submission))
  return answerOf(name, form, decided)
}

const namesIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((one) => typeof one === 'string')

/**
 * The rejection as posted. Without a script nothing has filled the answers: then they are the
 * ticked reasons, in each of the partner's languages.
 */
async function rejectionOf(screen: ConsoleScreen, form: FormData, place: { submission: string }) {
  const reasons = namesIn(form, 'reason') as RejectionReason[]
  const given = reasonsOf(form)
  const { canned, answer_languages: languages } = await screen.call(getReview, { params: place })
  const ticked = canned.filter((one) => reasons.includes(one.code))
  const main = languages[0] ?? 'en'
  const typedIn = (language: Locale) =>
    textOf(form, language === main ? 'facts' : `facts_in.${language}`).trim() ||
    ticked.map((one) => one.texts[language]).join('\n\n')
  const texts = languages.map((one) => [one, typedIn(one)] as const).filter(([, text]) => text)
  return {
    ...given,
    facts: typedIn(main),
    rule: given.rule.trim() || (ticked[0]?.rules[main] ?? ''),
    facts_in: Object.fromEntries(texts) as Partial<Record<Locale, string>>,
    reasons,
  }
}

/** The oldest submission that the reviewer may take, or the list when there is none. */
async function nextPlace(screen: ConsoleScreen, decided: string): Promise<string> {
  const { submissions } = await screen.call(listQueue, { query: { show: 'waiting' } })
  const next = submissions.find((one) => !one.own && (one.claim === null || one.claim.mine))
  return next ? `/operator/queue/${next.id}?former=${decided}` : '/operator/queue?show=decided'
}

/** A submission beside what is published, what was found in it, and the decision. */
export default function OperatorReview() {
  const { t } = useWords()
  const review = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const findings = findingsOf(review, (what) => ({
    wrong: t(`console.remark.${what}`),
    mend: t(`console.remark.${what}.look`),
  }))
  usePressKeys()
  const failed = answer && ['take', 'leave', 'recheck', 'try'].includes(answer.form) && answer.error
  return (
    <>
      <ReviewHeader review={review} />
      <Former former={review.former} />
      {failed && (
        <Notice tone="attention" alert className="mb-4">
          {failed.message}
        </Notice>
      )}
      <div className="grid gap-x-6 gap-y-7 min-[1200px]:grid-cols-[minmax(0,1fr)_320px]">
        <StayLinks>
          <div className="grid min-w-0 content-start gap-7">
            <ScanNotice scan={review.scan} />
            {review.quarantined && <Notice tone="attention">{t('console.sub.quarantined')}</Notice>}
            {review.rejection && <Rejection rejection={review.rejection} />}
            {review.checks.some(
              (one) => one.verdict !== 'passed' && !review.may_look.includes(one.rule),
            ) && <CheckList checks={review.checks} />}
            <ListingCompare review={review} />
            <PackageView
              review={review}
              file={review.file}
              findings={findings}
              onQuote={review.may_decide ? quote : undefined}
            />
            <More review={review} />
          </div>
        </StayLinks>
        <aside
          id="decide"
          aria-label={t('console.review.decide')}
          className="min-w-0 min-[1200px]:sticky min-[1200px]:top-5 min-[1200px]:max-h-[calc(100dvh-40px)] min-[1200px]:self-start min-[1200px]:overflow-y-auto min-[1200px]:border-s min-[1200px]:border-line min-[1200px]:ps-5"
        >
          <ScratchShop review={review} />
          <Claim review={review} />
          {review.may_decide ? (
            <Decision key={review.id} review={review} answer={answer} />
          ) : (
            <SecondReviewer review={review} answer={answer} />
          )}
        </aside>
      </div>
    </>
  )
}

/** Puts a finding's place and line into the answers; a line of code reads the same in each language. */
const quote = ({ file, line, evidence }: Finding): void =>
  writeAnswers(
    () =>
      [[file, line].filter((one) => one !== null).join(':'), evidence].filter(Boolean).join('  '),
    true,
  )

/** Why it cannot be approved for its malware scan, or that it was approved without one. */
function ScanNotice({ scan }: { scan: Review['scan'] }) {
  const { t } = useWords()
  const dates = useDates()
  if (scan === null || scan.state === 'clean' || scan.state === 'found') return null
  return (
    <Notice tone="attention">
      {t(`console.scan.${scan.state}_lead`, {
        since: scan.since === null ? '' : dates.time(scan.since),
      })}
    </Notice>
  )
}

/** What was done to the submission before this one. */
function Former({ former }: { former: Review['former'] }) {
  const { t } = useWords()
  if (former === null || (former.state !== 'approved' && former.state !== 'rejected')) return null
  const name = [former.item_name, former.version].filter(Boolean).join(' ')
  return (
    <Notice
      tone="done"
      alert
      className="mb-4"
      action={
        <TextLink href={`/operator/queue/${former.id}`}>{t('console.review.open_former')}</TextLink>
      }
    >
      {t(`console.review.former.${former.state}`, { name: `\u2068${name}\u2069` })}
    </Notice>
  )
}

/** What it asks for, what it puts on a shop, what its partner says of it, and where it is from. */
function More({ review }: { review: Review }) {
  const { t, locale } = useWords()
  const dates = useDates()
  return (
    <>
      {review.version !== null && (
        <>
          {review.notes && (
            <ReviewPart title={t('console.sub.notes')}>
              {LOCALES.filter((language) => review.notes?.[language]).map((language) => (
                <p
                  key={language}
                  lang={language}
                  dir={directionOf(language)}
                  className="type-sm mb-2 whitespace-pre-wrap wrap-anywhere-safe"
                >
                  {review.notes?.[language]}
                </p>
              ))}
            </ReviewPart>
          )}
          <ReviewPart title={t('console.queue.permissions')}>
            <ChangeList changes={review.permissions} none={t('console.queue.permissions_none')} />
          </ReviewPart>
          <ReviewPart title={t('console.queue.parts')}>
            <ChangeList changes={review.parts} none={t('console.queue.parts_none')} />
          </ReviewPart>
        </>
      )}
      <FactList
        columns={2}
        facts={[
          { label: t('console.sub.at'), value: dates.time(review.submitted_at) },
          { label: t('console.sub.by'), value: review.submitted_by },
          ...(review.channel === null
            ? []
            : [
                {
                  label: t('console.sub.channel'),
                  value: t(`console.sub.channel.${review.channel}`),
                },
              ]),
          ...(review.size === null
            ? []
            : [{ label: t('console.sub.size'), value: sizeOf(review.size, locale) }]),
          ...(review.sha256 === null
            ? []
            : [
                {
                  label: 'SHA\u2011256',
                  value: (
                    <code dir="ltr" className="type-sm wrap-anywhere-safe">
                      {review.sha256}
                    </code>
                  ),
                },
              ]),
        ]}
      />
    </>
  )
}
