import type { ReactNode } from 'react'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  checkApplicationDomain,
  confirmApplicationMail,
  getPartnerApplication,
  sendApplicationCode,
  withdrawPartnerApplication,
} from '#modules/publishing/applications/contract.ts'
import { CODE_DIGITS } from '#modules/publishing/applications/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { applicationFacts, ApplicationText } from '../application-facts.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, FormDone, FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { SignedOutHeader } from '../page-header.tsx'
import { CopyLine } from '../platform/copy-button.tsx'
import { type FormAnswer, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getPartnerApplication, { params: { token: params.token ?? '' } })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = { params: { token: params.token ?? '' } }
  switch (text('form')) {
    case 'code':
      return submit(sendApplicationCode, given)
    case 'domain':
      return submit(checkApplicationDomain, given)
    case 'withdraw':
      return submit(withdrawPartnerApplication, given)
    default:
      return submit(confirmApplicationMail, { ...given, body: { code: text('code') } })
  }
}

type Application = AnswerOf<typeof getPartnerApplication>

/** How far an application is, and what the applicant does next. */
export default function ApplicationPage() {
  const { t, locale } = useWords()
  const dates = useDates()
  const one = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const isOpen = one.state === 'open'
  return (
    <>
      <SignedOutHeader title={t('console.application.title', { name: one.name })}>
        {t(`console.application.lead.${one.state}`)}
      </SignedOutHeader>
      {one.reason !== null && (
        <Notice tone="attention" className="mt-6" title={t('console.application.reason')}>
          <span dir="auto" className="block whitespace-pre-line">
            {one.reason}
          </span>
        </Notice>
      )}
      {(isOpen || one.state === 'waiting') && (
        <Panel className="mt-7">
          <MailStep one={one} answer={answer} />
          <DomainStep one={one} answer={answer} />
          <Step
            n={3}
            title={t('console.application.review')}
            done={null}
            now={one.state === 'waiting'}
          >
            <p className="type-sm text-ink2">{t('console.application.review_lead')}</p>
          </Step>
        </Panel>
      )}
      <h2 className="type-d4 mt-9 mb-3">{t('console.application.said')}</h2>
      <FactList facts={applicationFacts(one, { t, locale, dates })} />
      <ApplicationText text={one.about} />
      {one.erased_at !== null && (
        <p className="type-sm mt-4 text-ink2">
          {t('console.application.erased', { day: dates.day(one.erased_at) })}
        </p>
      )}
      <div className="mt-6">
        {isOpen || one.state === 'waiting' ? (
          <>
            <FormError answer={answer} form="withdraw" className="mb-4" />
            <ButtonForm
              name="withdraw"
              hidden={{}}
              label={t('console.application.withdraw')}
              about={one.name}
              confirm={t('console.application.withdraw_sure')}
            />
          </>
        ) : one.state === 'approved' ? (
          <TextLink href="/sign-in">{t('console.sign_in.submit')}</TextLink>
        ) : (
          <TextLink href="/apply">{t('console.application.again')}</TextLink>
        )}
      </div>
    </>
  )
}

/** A step with its number and state. `done`: when; `now`: it is the one to do. */
function Step({
  n,
  title,
  done,
  now,
  children,
}: {
  n: number
  title: string
  done: string | null
  now: boolean
  children?: ReactNode
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <PanelPart>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="type-d4">
          <span className="figures text-ink2">{n}.</span> {title}
        </h2>
        <Badge
          tone={done === null ? (now ? 'turquoise' : 'neutral') : 'green'}
          icon={done === null ? undefined : 'check'}
        >
          {done === null
            ? t(now ? 'console.application.now' : 'console.application.later')
            : t('portal.proofs.proved', { day: dates.day(done) })}
        </Badge>
      </div>
      {children && <div className="mt-3">{children}</div>}
    </PanelPart>
  )
}

function MailStep({ one, answer }: { one: Application; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'mail')
  const isProved = one.email_proved_at !== null
  return (
    <Step
      n={1}
      title={t('console.application.mail')}
      done={one.email_proved_at}
      now={!isProved && one.state === 'open'}
    >
      {isProved ? null : (
        <>
          <p className="type-sm mb-4 text-ink2">
            {one.code_ends_at === null
              ? t('console.application.code_none')
              : t('console.application.code_sent', {
                  email: one.email,
                  time: dates.time(one.code_ends_at),
                })}
          </p>
          <FormDone answer={answer} form="code" className="mb-4">
            {t('console.application.code_again_sent')}
          </FormDone>
          <PostForm name="mail" answer={answer} submit={t('console.application.confirm')}>
            <TextField
              {...field('code')}
              label={t('console.application.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              maxLength={CODE_DIGITS + 4}
              figures
              required
            />
          </PostForm>
          <PostForm
            name="code"
            answer={answer}
            submit={t('console.application.code_again')}
            kind="quiet"
            className="mt-3 grid gap-4"
          />
        </>
      )}
    </Step>
  )
}

function DomainStep({ one, answer }: { one: Application; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const isNow = one.state === 'open' && one.email_proved_at !== null
  return (
    <Step
      n={2}
      title={t('console.application.domain', { domain: one.domain })}
      done={one.domain_proved_at}
      now={isNow}
    >
      {isNow && (
        <>
          <h3 className="type-label">{t('portal.proofs.by_dns')}</h3>
          <dl className="mb-4">
            <CopyLine label={t('portal.proofs.record_name')} value={one.record.name} />
            <CopyLine label={t('portal.proofs.record_value')} value={one.record.value} />
          </dl>
          <h3 className="type-label">{t('portal.proofs.by_file')}</h3>
          <dl className="mb-4">
            <CopyLine label={t('portal.proofs.file_address')} value={one.file.address} />
            <CopyLine label={t('portal.proofs.file_text')} value={one.file.text} />
          </dl>
          <PostForm name="domain" answer={answer} submit={t('portal.proofs.look')} />
          <p className="type-sm mt-3 text-ink2">{t('console.application.domain_later')}</p>
        </>
      )}
    </Step>
  )
}
