import { data } from 'react-router'
import {
  PROOF_KINDS,
  confirmSiteMail,
  getSiteClaim,
  proveSite,
  resendSiteCode,
  startSiteClaim,
} from '#modules/stores/sessions/contract.ts'
import { ANY_SITE } from '#modules/stores/platforms/registry.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import {
  AddressForm,
  MailForm,
  ProofStep,
  StepList,
  type ClaimAnswer,
} from './site/claim-steps.tsx'
import type { Route } from './+types/connect-site.ts'

const nextOf = (url: URL) => readInsidePath(url.searchParams.get('next') ?? '') ?? '/account/site'

/**
 * D4, D6: a site that no platform runs. The step is where the claim is: closed and opened again, it
 * goes on there.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  // A market of a platform has its panel for that.
  if (screen.platform.id !== ANY_SITE) throw screen.refusal('not_found')
  const claim = screen.claim.handle
    ? (await screen.call(getSiteClaim, { headers: { 'claim-handle': screen.claim.handle } })).data
    : null
  return {
    claim,
    next: nextOf(url),
    current: screen.session && { id: screen.session.storeId, domain: screen.session.domain },
  }
}

/** What makes the claim useless: it begins anew. */
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
    { code, statusCode, message, mistakes = {} }: ErrorFacts,
    given: ClaimAnswer['given'] = {},
  ) => {
    if (OVER.includes(code)) screen.claim.keep(null)
    return data<ClaimAnswer>(
      { message: Object.keys(mistakes).length > 0 ? null : message, mistakes, given },
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
        ? data<ClaimAnswer>({ message: null, mistakes: {}, given: {}, resent: true })
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

/** Plain forms: each press is a load, and a session changes the whole document. */
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
