import { data } from 'react-router'
import { type FormEvent, useRef } from 'react'
import {
  type ConnectAttempt,
  confirmConnect,
  getConnect,
  resendConnectCode,
  startConnect,
} from '#modules/stores/sessions/contract.ts'
import { MOST_KNOWN } from '#lib/limit.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Page } from '#ui/page-grid.tsx'
import { findCodeErrors, findShopAddressErrors } from '#modules/stores/sessions/ui/connect-form.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo } from '../go-to.ts'
import { withQuery } from '../paths.ts'
import { type ScreenContext, screenContext } from '../screen-context.ts'
import type { Route } from './+types/connect.ts'
import { PanelButton, PanelSteps, SiteWay, useEntry } from '../sign-in-options.tsx'
import { fieldMessages } from '../field-messages.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { CodeField, ResendButton } from './connect/code-parts.tsx'
import { TextField } from '#ui/field.tsx'

const nextOf = (url: URL) => readInsidePath(url.searchParams.get('next') ?? '') ?? '/'

/**
 * S2.20, S2.21: the address first; once a code was sent, the code. `?new` returns to the address.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { session, platform } = screen
  const attempt = url.searchParams.has('new') ? null : await findAttempt(screen)
  return {
    attempt: attempt && attempt.tries_left > 0 ? attempt : null,
    next: nextOf(url),
    // a code was sent, but this browser has no record of it
    forgot: attempt === null && url.searchParams.has('sent'),
    current: session && { id: session.storeId, domain: session.domain },
    platform: platform.name,
  }
}

const knownOf = ({ knownBrowser }: ScreenContext): Record<string, string> =>
  knownBrowser.handle === null ? {} : { 'known-browser': knownBrowser.handle }
const headersOf = (screen: ScreenContext) => ({
  'connect-handle': screen.connect.handle ?? '',
  ...knownOf(screen),
})

async function findAttempt(screen: ScreenContext) {
  return screen.connect.handle
    ? (await screen.call(getConnect, { headers: headersOf(screen) })).data
    : null
}

/** The newest first, then this browser's older shops. */
function keepKnown({ knownBrowser }: ScreenContext, mark: string | null): void {
  if (mark !== null)
    knownBrowser.keep(
      [mark, ...(knownBrowser.handle ?? '').split('~').filter(Boolean)]
        .slice(0, MOST_KNOWN)
        .join('~'),
    )
}

/** Refusals that make the code useless: ask for the address again. */
const OVER = ['connect.over', 'connect.no_tries_left']

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const next = nextOf(url)
  const refuse = (
    { code, statusCode, message, fieldErrors = {} }: ErrorFacts,
    given: ConnectAnswer['given'] = {},
  ) => {
    if (OVER.includes(code)) screen.connect.keep(null)
    return data<ConnectAnswer>(
      { message: Object.keys(fieldErrors).length > 0 ? null : message, fieldErrors, given },
      { status: statusCode },
    )
  }

  if (text('step') === 'address') {
    const address = text('address')
    const started = await screen.attempt(startConnect, {
      body: { address, next },
      headers: knownOf(screen),
    })
    if (!started.ok) return refuse(started.error, { address: address.slice(0, 300) })
    screen.connect.keep(started.answer.handle)
    throw goTo(withQuery('/connect', { next: next === '/' ? undefined : next, sent: '1' }), {
      status: 303,
    })
  }
  const headers = headersOf(screen)
  if (text('step') === 'resend') {
    const sent = await screen.attempt(resendConnectCode, { headers })
    if (!sent.ok) return refuse(sent.error)
    return data<ConnectAnswer>({ message: null, fieldErrors: {}, given: {}, resent: true })
  }
  const replaces = text('replaces')
  const confirmed = await screen.attempt(confirmConnect, {
    headers,
    body: { code: text('code'), ...(replaces && { replaces }) },
  })
  if (!confirmed.ok) return refuse(confirmed.error)
  screen.connect.keep(null)
  screen.signIn(confirmed.answer.token)
  keepKnown(screen, confirmed.answer.browser)
  throw goTo(confirmed.answer.next, { status: 303 })
}

/** Sign-in without the panel. Plain forms, because a new session changes the whole document. */
export default function Connect({ loaderData: page, actionData }: Route.ComponentProps) {
  // a new response resets the form
  const round = actionData ? JSON.stringify(actionData) : ''
  return (
    <Page className="pt-8 md:pt-12">
      {page.attempt ? (
        <CodeStep key={round} page={{ ...page, attempt: page.attempt }} answer={actionData} />
      ) : (
        <AddressStep page={page} answer={actionData} />
      )}
    </Page>
  )
}

/** S2.21: the same text whether the shop exists or not (D6). */
function CodeStep({
  page,
  answer,
}: {
  page: ConnectPage & { attempt: ConnectAttempt }
  answer: ConnectAnswer | undefined
}) {
  const { t, locale } = useWords()
  const entry = useEntry()
  const anySite = entry !== 'panel'
  const { attempt, next, current, platform } = page
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findCodeErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, () =>
    t(attempt.slow ? 'connect.code.slow' : 'connect.code'),
  )
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('code'))?.focus()
  }
  const domain = current && isolated(current.domain, locale)
  return (
    <Panel as="section" label={t('connect.code_title')} className="mx-auto max-w-140">
      <PageHead title={t('connect.code_title')} indexed={false} />
      <PanelPart>
        <h1 className="type-d2">{t('connect.code_title')}</h1>
        <p className="type-body mt-2 wrap-anywhere-safe text-ink2">
          {anySite
            ? t(entry === 'wordpress' ? 'site.wordpress_code_sent' : 'site.code_sent', {
                host: isolated(attempt.host, locale),
              })
            : t('connect.sent', {
                host: isolated(attempt.host, locale),
                platform: isolated(platform, locale),
              })}
        </p>
        {answer?.message && (
          <Notice tone="attention" alert className="mt-4">
            {answer.message}
          </Notice>
        )}
        {answer?.resent && (
          <Notice tone="done" alert className="mt-4">
            {t('connect.resent')}
          </Notice>
        )}
        {attempt.slow && (
          <Notice tone="attention" className="mt-4">
            {t('connect.slow')}
          </Notice>
        )}
        {domain && (
          <Notice tone="attention" className="mt-4">
            {t('connect.replaces', { domain })}
          </Notice>
        )}
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="code" />
          {current && <input type="hidden" name="replaces" value={current.id} />}
          <CodeField error={errors.code} slow={attempt.slow} />
          <Button type="submit" size="large" wide>
            {domain ? t('connect.enter_replacing', { domain }) : t('connect.enter')}
          </Button>
        </form>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <form method="post">
          <input type="hidden" name="step" value="resend" />
          <ResendButton seconds={attempt.resend_in} />
        </form>
        <TextLink href={withQuery('/connect', { new: '1', next: next === '/' ? undefined : next })}>
          {t('connect.other')}
        </TextLink>
      </PanelPart>
      <PanelPart>
        <details>
          <summary className="type-label inline-flex min-h-11 items-center gap-1.5 text-link">
            {t('connect.no_mail')}
            <Icon name="chevron-down" size={16} />
          </summary>
          <div className="mt-1 grid justify-items-start gap-3 type-sm text-ink2">
            <ul className="grid list-disc gap-1 ps-5 wrap-anywhere-safe">
              <li>{t('connect.no_mail.wait')}</li>
              <li>{t('connect.no_mail.address', { host: isolated(attempt.host, locale) })}</li>
              {!anySite && (
                <li>{t('connect.first_time', { platform: isolated(platform, locale) })}</li>
              )}
            </ul>
            {anySite ? (
              <SiteWay next={next} kind="secondary" />
            ) : (
              <PanelSteps className="grid list-decimal gap-1 ps-5" />
            )}
            {!anySite && <PanelButton kind="secondary" />}
          </div>
        </details>
      </PanelPart>
    </Panel>
  )
}

interface ConnectAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: { address?: string }
  resent?: boolean
}

interface ConnectPage {
  next: string
  /**
   * A code was sent, but this browser has no record of it: cookies are blocked, or the code has
   * expired.
   */
  forgot: boolean
  /** The currently signed-in store. */
  current: { id: string; domain: string } | null
  platform: string
}

/** S2.20: a domain or any URL of the shop. */
function AddressStep({ page, answer }: { page: ConnectPage; answer: ConnectAnswer | undefined }) {
  const { t, locale } = useWords()
  const anySite = useEntry() !== 'panel'
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findShopAddressErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, () => t('connect.address'))
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('address'))?.focus()
  }
  const current = page.current && isolated(page.current.domain, locale)
  return (
    <div className="mx-auto grid max-w-140 gap-5">
      <PageHead title={t('connect.title')} indexed={false} />
      <Panel as="section" label={t('connect.title')}>
        <PanelPart>
          <h1 className="type-d2 text-balance">{t('connect.title')}</h1>
          <p className="type-body mt-2 text-ink2">{t('connect.lead')}</p>
          {answer?.message && (
            <Notice tone="attention" alert className="mt-4">
              {answer.message}
            </Notice>
          )}
          {page.forgot && !answer && (
            <Notice tone="attention" alert className="mt-4">
              {t('connect.forgot')}
            </Notice>
          )}
          {current && (
            <Notice
              className="mt-4"
              action={
                <LinkButton href={page.next} kind="secondary" size="small">
                  {t('connect.go_on', { domain: current })}
                </LinkButton>
              }
            >
              {t('connect.signed_in', { domain: current })}
            </Notice>
          )}
          <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
            <input type="hidden" name="step" value="address" />
            <TextField
              label={t('connect.address')}
              hint={t('connect.address_hint')}
              error={errors.address}
              name="address"
              id={fieldId('address')}
              defaultValue={answer?.given.address}
              dir="ltr"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={2000}
              required
              autoFocus={answer !== undefined}
            />
            <Button type="submit" size="large" icon="mail" wide>
              {t('connect.send')}
            </Button>
            {page.next !== '/' && (
              <p className="type-sm text-center text-balance text-ink2">{t('connect.going_on')}</p>
            )}
          </form>
        </PanelPart>
        {anySite ? (
          <PanelPart>
            <SiteWay next={page.next} kind="secondary" />
          </PanelPart>
        ) : (
          <PanelPart className="grid justify-items-start gap-3">
            <h2 className="type-label strong">{t('connect.panel_title')}</h2>
            <p className="type-sm text-ink2">
              {t('connect.first_time', { platform: isolated(page.platform, locale) })}
            </p>
            <PanelSteps className="type-sm grid list-decimal gap-1 ps-5 text-ink2" />
            <PanelButton kind="secondary" />
          </PanelPart>
        )}
      </Panel>
    </div>
  )
}
