import { data } from 'react-router'
import {
  PROOF_KINDS,
  type SiteClaim,
  confirmSiteMail,
  getSiteClaim,
  proveSite,
  resendSiteCode,
  startSiteClaim,
} from '#modules/stores/sessions/contract.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/connect-site.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { type FieldErrors, fieldId } from '#ui/use-form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../formats.ts'
import { fieldMessages } from '../field-messages.ts'
import { isolated } from '../item-card.tsx'
import { CodeField, ResendButton } from './connect/code-parts.tsx'
import { LookNotice, ProofWaysPanel } from './site/proof-ways.tsx'

const nextOf = (url: URL) => readInsidePath(url.searchParams.get('next') ?? '') ?? '/account/site'

/**
 * D4, D6: connecting a site without a platform. The step is that of the claim, so it can be
 * continued later.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  // Stores of a platform sign in from its panel.
  if (screen.platform.entry !== 'site') throw screen.refusal('not_found')
  const claim = screen.claim.handle
    ? (await screen.call(getSiteClaim, { headers: { 'claim-handle': screen.claim.handle } })).data
    : null
  return {
    claim,
    next: nextOf(url),
    current: screen.session && { id: screen.session.storeId, domain: screen.session.domain },
  }
}

/** Refusals that make the claim useless: start again. */
const OVER = ['connect.over', 'connect.no_tries_left', 'site.already_connected']

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const again = () =>
    goTo(pathsFor(false).connectSite(nextOf(url) === '/account/site' ? undefined : nextOf(url)), {
      status: 303,
    })
  const refuse = (
    { code, statusCode, message, fieldErrors = {} }: ErrorFacts,
    given: ClaimAnswer['given'] = {},
  ) => {
    if (OVER.includes(code)) screen.claim.keep(null)
    return data<ClaimAnswer>(
      { message: Object.keys(fieldErrors).length > 0 ? null : message, fieldErrors, given },
      { status: statusCode },
    )
  }
  const headers = { 'claim-handle': screen.claim.handle ?? '' }
  switch (text('step')) {
    case 'address': {
      const given = {
        address: text('address').slice(0, 300),
        name: text('name').slice(0, 100),
        email: text('email').slice(0, 254),
      }
      const started = await screen.attempt(startSiteClaim, {
        body: { ...given, next: nextOf(url) },
      })
      if (!started.ok) return refuse(started.error, given)
      screen.claim.keep(started.answer.handle)
      throw again()
    }
    case 'resend': {
      const sent = await screen.attempt(resendSiteCode, { headers })
      return sent.ok
        ? data<ClaimAnswer>({ message: null, fieldErrors: {}, given: {}, resent: true })
        : refuse(sent.error)
    }
    case 'mail': {
      const confirmed = await screen.attempt(confirmSiteMail, {
        headers,
        body: { code: text('code') },
      })
      if (!confirmed.ok) return refuse(confirmed.error)
      throw again()
    }
    case 'again': {
      screen.claim.keep(null)
      throw again()
    }
    default: {
      const replaces = text('replaces')
      const proved = await screen.attempt(proveSite, {
        headers,
        body: {
          way: PROOF_KINDS.find((kind) => kind === text('way')) ?? 'file',
          ...(replaces && { replaces }),
        },
      })
      if (!proved.ok) return refuse(proved.error)
      screen.claim.keep(null)
      screen.signIn(proved.answer.token)
      throw goTo(proved.answer.next, { status: 303 })
    }
  }
}

/** Plain forms, because a new session changes the whole document. */
export default function ConnectSite({
  loaderData: { claim, next, current },
  actionData: answer,
}: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <Page className="pt-8 pb-14 md:pt-12">
      <PageHead title={t('site.connect.title')} indexed={false} />
      <div className="mx-auto grid max-w-160 grid-cols-[minmax(0,1fr)] gap-5">
        <StepList at={claim?.step ?? 'address'} />
        {!claim && <AddressForm answer={answer} next={next} />}
        {claim?.step === 'mail' && <MailForm claim={claim} answer={answer} />}
        {claim?.step === 'proof' && <ProofStep claim={claim} answer={answer} current={current} />}
      </div>
    </Page>
  )
}

interface ClaimAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Partial<Record<'address' | 'name' | 'email', string>>
  resent?: boolean
}

const STEPS = ['address', 'mail', 'proof'] as const

/** The current step of three. */
function StepList({ at }: { at: (typeof STEPS)[number] }) {
  const { t } = useWords()
  return (
    <ol aria-label={t('site.steps')} className="type-label flex flex-wrap gap-x-5 gap-y-1">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === at ? 'step' : undefined}
          className={step === at ? 'strong text-ink' : 'text-ink2'}
        >
          <span className="figures">{index + 1}</span> {t(`site.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

const Message = ({ answer }: { answer: ClaimAnswer | undefined }) =>
  answer?.message ? (
    <Notice tone="attention" alert className="mt-4">
      {answer.message}
    </Notice>
  ) : null

function AddressForm({ answer, next }: { answer: ClaimAnswer | undefined; next: string }) {
  const { t } = useWords()
  const paths = usePaths()
  const labels: Record<string, string> = {
    address: t('site.connect.address'),
    name: t('site.connect.name'),
    email: t('site.connect.email'),
  }
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, (name) => labels[name] ?? name)
  return (
    <Panel as="section" label={t('site.connect.title')}>
      <PanelPart>
        <h1 className="type-d2 text-balance">{t('site.connect.title')}</h1>
        <p className="type-body mt-2 text-ink2">{t('site.connect.lead')}</p>
        <Message answer={answer} />
        <form method="post" noValidate className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="address" />
          <TextField
            label={labels.address ?? ''}
            hint={t('site.connect.address_hint')}
            error={errors.address}
            name="address"
            id={fieldId('address')}
            defaultValue={answer?.given.address}
            dir="ltr"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            required
          />
          <TextField
            label={labels.name ?? ''}
            error={errors.name}
            name="name"
            id={fieldId('name')}
            defaultValue={answer?.given.name}
            autoComplete="name"
            maxLength={100}
            required
          />
          <TextField
            label={labels.email ?? ''}
            hint={t('site.connect.email_hint')}
            error={errors.email}
            name="email"
            id={fieldId('email')}
            defaultValue={answer?.given.email}
            type="email"
            dir="ltr"
            autoComplete="email"
            maxLength={254}
            required
          />
          <Button type="submit" size="large" wide>
            {t('site.connect.go')}
          </Button>
        </form>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <p className="type-body">{t('site.connect.have')}</p>
        <TextLink href={paths.connect(next)}>{t('site.connect.sign_in')}</TextLink>
      </PanelPart>
    </Panel>
  )
}

function MailForm({ claim, answer }: { claim: SiteClaim; answer: ClaimAnswer | undefined }) {
  const { t, locale } = useWords()
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, () => t('site.step.mail'))
  return (
    <Panel as="section" label={t('site.mail.title')}>
      <PanelPart>
        <h1 className="type-d2 text-balance">{t('site.mail.title')}</h1>
        <p className="type-body mt-2 text-ink2 wrap-anywhere-safe">
          {t('site.mail.sent', { email: isolated(claim.mail.to, locale) })}
        </p>
        <Message answer={answer} />
        {answer?.resent && (
          <Notice tone="done" alert className="mt-4">
            {t('site.mail.resent')}
          </Notice>
        )}
        <form method="post" noValidate className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="mail" />
          <CodeField error={errors.code} slow={claim.mail.slow} />
          <Button type="submit" size="large" wide>
            {t('site.mail.go')}
          </Button>
        </form>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <form method="post">
          <input type="hidden" name="step" value="resend" />
          <ResendButton seconds={claim.mail.resend_in} />
        </form>
        <StartOver />
      </PanelPart>
    </Panel>
  )
}

function StartOver() {
  const { t } = useWords()
  return (
    <form method="post">
      <input type="hidden" name="step" value="again" />
      <Button type="submit" kind="quiet">
        {t('site.again')}
      </Button>
    </form>
  )
}

function ProofStep({
  claim,
  answer,
  current,
}: {
  claim: SiteClaim
  answer: ClaimAnswer | undefined
  current: { id: string; domain: string } | null
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  // The result of the check is shown below; any other refusal has its own message.
  const looked = answer?.message && claim.proof.failure !== null ? undefined : answer
  return (
    <section aria-labelledby="proof-title" className="grid gap-5">
      <div>
        <h1 id="proof-title" className="type-d2 text-balance wrap-anywhere-safe">
          {t('site.proof.title', { domain: isolated(claim.domain, locale) })}
        </h1>
        <p className="type-body mt-2 text-ink2">
          {t('site.proof.lead', { date: dates.day(claim.expires_at) })}
        </p>
        <Message answer={looked} />
        <LookNotice proof={claim.proof} className="mt-4" />
        {current && (
          <Notice tone="attention" className="mt-4">
            {t('connect.replaces', { domain: isolated(current.domain, locale) })}
          </Notice>
        )}
      </div>
      <ProofWaysPanel
        proof={claim.proof}
        url={`https://${claim.domain}`}
        fields={
          <>
            <input type="hidden" name="step" value="proof" />
            {current && <input type="hidden" name="replaces" value={current.id} />}
          </>
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="type-sm max-w-[60ch] text-ink2">{t('site.proof.keep')}</p>
        <StartOver />
      </div>
    </section>
  )
}
