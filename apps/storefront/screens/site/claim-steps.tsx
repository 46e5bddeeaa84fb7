import type { SiteClaim } from '#modules/stores/sessions/contract.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId, type FieldErrors } from '#ui/form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../../dates.ts'
import { fieldMessages } from '../../field-messages.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { CodeField, ResendButton } from '../connect/code-parts.tsx'
import { LookNotice, ProofWaysPanel } from './proof-ways.tsx'

export interface ClaimAnswer {
  message: string | null
  mistakes: FieldErrors
  given: Partial<Record<'address' | 'name' | 'email', string>>
  resent?: boolean
}

const STEPS = ['address', 'mail', 'proof'] as const

/** Where one is of three. */
export function StepList({ at }: { at: (typeof STEPS)[number] }) {
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

export function AddressForm({ answer, next }: { answer: ClaimAnswer | undefined; next: string }) {
  const { t } = useWords()
  const paths = usePaths()
  const labels: Record<string, string> = {
    address: t('site.connect.address'),
    name: t('site.connect.name'),
    email: t('site.connect.email'),
  }
  const { errors } = fieldMessages(t, answer?.mistakes ?? {}, (name) => labels[name] ?? name)
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

export function MailForm({ claim, answer }: { claim: SiteClaim; answer: ClaimAnswer | undefined }) {
  const { t, locale } = useWords()
  const { errors } = fieldMessages(t, answer?.mistakes ?? {}, () => t('site.step.mail'))
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

export function ProofStep({
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
  // What the look found is said below it; any other refusal in its own words.
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
