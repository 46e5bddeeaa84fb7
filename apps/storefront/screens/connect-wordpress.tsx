import { data } from 'react-router'
import { useRef, type FormEvent } from 'react'
import {
  chooseWordPress,
  getWordPressClaim,
  lookAgainAtWordPress,
  moveWordPress,
  sendWordPressCode,
  startWordPress,
  type WordPressClaim,
} from '#modules/stores/sessions/wordpress-contract.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Page } from '#ui/page-grid.tsx'
import { Button } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { findShopAddressErrors } from '#modules/stores/sessions/ui/connect-form.ts'
import { TextField } from '#ui/field.tsx'
import { fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, withQuery, usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { StepForm, StepNotice, StepList, type WordPressAnswer } from './wordpress/step-list.tsx'
import { ApprovalStep, PluginStep, ProofStep } from './wordpress/plugin-step.tsx'
import type { Route } from './+types/connect-wordpress.ts'
import { isolated } from '../item-card.tsx'
import { fieldMessages } from '../field-messages.ts'

/** Refusals that make the claim useless: start again. */
const OVER = ['connect.over', 'connect.no_tries_left']
const SAID = ['over', 'other-store', 'later', 'still'] as const

/**
 * D4, D6: connecting a WordPress site. The step is that of the claim, so it can be continued later.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (screen.platform.entry !== 'wordpress') throw screen.refusal('not_found')
  const claim = screen.claim.handle
    ? (await screen.call(getWordPressClaim, { headers: { 'claim-handle': screen.claim.handle } }))
        .data
    : null
  const { session } = screen
  // A store that moves keeps its identity in the new session.
  const current =
    session && claim?.move?.from !== session.domain
      ? { id: session.storeId, domain: session.domain }
      : null
  return { claim, current, said: SAID.find((one) => one === url.searchParams.get('said')) ?? null }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const next = readInsidePath(url.searchParams.get('next') ?? '') ?? undefined
  const again = () => goTo(pathsFor(false).connectWordPress(next), { status: 303 })
  const refuse = (
    error: { message: string; statusCode: number; fieldErrors?: WordPressAnswer['fieldErrors'] },
    address = '',
  ) =>
    data<WordPressAnswer>(
      {
        message:
          error.fieldErrors && Object.keys(error.fieldErrors).length > 0 ? null : error.message,
        fieldErrors: error.fieldErrors ?? {},
        address,
      },
      { status: error.statusCode },
    )
  const headers = { 'claim-handle': screen.claim.handle ?? '' }
  const goOn = (done: { ok: true } | { ok: false; error: ErrorFacts }) => {
    if (done.ok) throw again()
    if (OVER.includes(done.error.code)) screen.claim.keep(null)
    return refuse(done.error)
  }
  switch (text('step')) {
    case 'look': {
      const looked = await screen.attempt(lookAgainAtWordPress, { headers })
      // Report that a repeated check found no change.
      if (looked.ok && looked.answer.data.step === 'plugin')
        throw goTo(withQuery(pathsFor(false).connectWordPress(next), { said: 'still' }), {
          status: 303,
        })
      return goOn(looked)
    }
    case 'choice':
      return goOn(
        await screen.attempt(chooseWordPress, {
          headers,
          body: { is: text('is') === 'copy' ? 'copy' : 'moved' },
        }),
      )
    case 'send':
      return goOn(await screen.attempt(sendWordPressCode, { headers }))
    case 'code': {
      const replaces = text('replaces').slice(0, 60)
      const moved = await screen.attempt(moveWordPress, {
        headers,
        body: { code: text('code'), ...(replaces && { replaces }) },
      })
      if (!moved.ok || !moved.answer.session) return goOn(moved)
      screen.claim.keep(null)
      screen.signIn(moved.answer.session.token)
      throw goTo(moved.answer.session.next, { status: 303, document: true })
    }
    case 'again': {
      screen.claim.keep(null)
      throw again()
    }
    default: {
      const address = text('address')
      const started = await screen.attempt(startWordPress, {
        body: { address, ...(next && { next }) },
      })
      if (!started.ok) return refuse(started.error, address.slice(0, 300))
      screen.claim.keep(started.answer.handle)
      throw again()
    }
  }
}

/** Plain forms, because a new session changes the whole document. */
export default function ConnectWordPress({
  loaderData: { claim, said, current },
  actionData: answer,
}: Route.ComponentProps) {
  const { t } = useWords()
  const step = claim?.step ?? 'address'
  return (
    <Page className="pt-8 pb-14 md:pt-12">
      <PageHead title={t('wordpress.title')} indexed={false} />
      <div className="mx-auto grid max-w-160 grid-cols-[minmax(0,1fr)] gap-5">
        <StepList at={step} moves={claim?.move != null} />
        {claim?.step === 'plugin' ? (
          <PluginStep claim={claim} said={said} answer={answer} />
        ) : claim?.step === 'approval' ? (
          <ApprovalStep claim={claim} said={said} answer={answer} current={current} />
        ) : claim?.step === 'choice' ? (
          <ChoiceStep claim={claim} answer={answer} />
        ) : claim?.step === 'proof' ? (
          <ProofStep claim={claim} answer={answer} current={current} />
        ) : (
          <AddressStep claim={claim} said={said} answer={answer} />
        )}
      </div>
    </Page>
  )
}

/**
 * A site with the identity of another: its owner decides what it is. Neither choice is submitted by
 * the Enter key.
 */
function ChoiceStep({
  claim,
  answer,
}: {
  claim: WordPressClaim
  answer: WordPressAnswer | undefined
}) {
  const { t, locale } = useWords()
  const names = {
    domain: isolated(claim.domain, locale),
    from: isolated(claim.move?.from ?? '', locale),
  }
  return (
    <section aria-labelledby="choice-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="choice-title" className="type-d2 text-balance wrap-anywhere-safe">
          {t('wordpress.choice.title', names)}
        </h1>
        <p className="type-body mt-2 text-ink2 wrap-anywhere-safe">
          {t('wordpress.choice.lead', names)}
        </p>
        <StepNotice claim={claim} answer={answer} />
      </div>
      {(['moved', 'copy'] as const).map((is) => (
        <Panel key={is} as="section" label={t(`wordpress.choice.${is}`)}>
          <PanelPart>
            <h2 className="type-d3">{t(`wordpress.choice.${is}`)}</h2>
            <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
              {t(`wordpress.choice.${is}_note`, names)}
            </p>
            <form method="post" className="mt-4">
              <input type="hidden" name="step" value="choice" />
              <Button type="submit" name="is" value={is} kind="secondary">
                {t(`wordpress.choice.${is}_press`)}
              </Button>
            </form>
          </PanelPart>
        </Panel>
      ))}
      <div className="-ms-3">
        <StepForm step="again" kind="quiet">
          {t('site.again')}
        </StepForm>
      </div>
    </section>
  )
}

/** The site's address, with the reason why the last one could not be connected. */
function AddressStep({
  claim,
  said,
  answer,
}: {
  claim: WordPressClaim | null
  said: string | null
  answer: WordPressAnswer | undefined
}) {
  const { t } = useWords()
  const paths = usePaths()
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findShopAddressErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, () => t('wordpress.address'))
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('address'))?.focus()
  }
  return (
    <Panel as="section" label={t('wordpress.title')}>
      <PanelPart>
        <h1 className="type-d2 text-balance">{t('wordpress.title')}</h1>
        <p className="type-body mt-2 text-ink2">{t('wordpress.lead')}</p>
        <StepNotice claim={claim} answer={answer} />
        {!answer && said && said !== 'still' && !claim && (
          <Notice tone="attention" alert className="mt-4" title={t('wordpress.said.over')}>
            {t('wordpress.said.over.do')}
          </Notice>
        )}
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="address" />
          <TextField
            label={t('wordpress.address')}
            hint={t('wordpress.address_hint')}
            error={errors.address}
            name="address"
            id={fieldId('address')}
            defaultValue={answer?.address || claim?.domain}
            dir="ltr"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={2000}
            required
          />
          <Button type="submit" size="large" wide>
            {t('wordpress.go')}
          </Button>
        </form>
      </PanelPart>
      {claim && (
        <PanelPart className="flex flex-wrap items-center justify-between gap-3">
          <StepForm step="look" kind="secondary">
            {t('wordpress.look')}
          </StepForm>
          <StepForm step="again" kind="quiet">
            {t('site.again')}
          </StepForm>
        </PanelPart>
      )}
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <p className="type-body">{t('site.connect.have')}</p>
        <TextLink href={paths.connect()}>{t('site.connect.sign_in')}</TextLink>
      </PanelPart>
    </Panel>
  )
}
