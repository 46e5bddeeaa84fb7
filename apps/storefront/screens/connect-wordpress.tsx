import { data } from 'react-router'
import { chooseWordPress, getWordPressClaim, lookAgainAtWordPress, moveWordPress, sendWordPressCode, startWordPress } from '#contexts/accounts/wordpress-contract.ts'
import { WORDPRESS } from '#contexts/platforms/registry.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { AddressStep, type WordPressAnswer } from './wordpress/address-step.tsx'
import { ApprovalStep } from './wordpress/approval-step.tsx'
import { ChoiceStep } from './wordpress/choice-step.tsx'
import { PluginStep } from './wordpress/plugin-step.tsx'
import { ProofStep } from './wordpress/proof-step.tsx'
import { StepList } from './wordpress/step-list.tsx'
import type { Route } from './+types/connect-wordpress.ts'

/** What makes the claim useless: it begins anew. */
const OVER = ['connect.over', 'connect.no_tries_left']
const SAID = ['over', 'other-store', 'later', 'still'] as const

/** D4, D6: a WordPress site. The step is where the claim is: closed and opened again, it goes on there. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (screen.platform.id !== WORDPRESS) throw screen.refusal('not_found')
  const claim = screen.claim.handle ? (await screen.call(getWordPressClaim, { headers: { 'claim-handle': screen.claim.handle } })).data : null
  const { session } = screen
  // The store that moves goes on in the session that follows.
  const current = session && claim?.move?.from !== session.domain ? { id: session.storeId, domain: session.domain } : null
  return { claim, current, said: SAID.find(one => one === url.searchParams.get('said')) ?? null }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const next = readInsidePath(url.searchParams.get('next') ?? '') ?? undefined
  const again = () => goTo(pathsFor(false).connectWordPress(next), { status: 303 })
  const refuse = (error: { message: string; statusCode: number; mistakes?: WordPressAnswer['mistakes'] }, address = '') =>
    data<WordPressAnswer>({ message: error.mistakes && Object.keys(error.mistakes).length > 0 ? null : error.message, mistakes: error.mistakes ?? {}, address }, { status: error.statusCode })
  const headers = { 'claim-handle': screen.claim.handle ?? '' }
  const goOn = (done: { ok: true } | { ok: false; error: ErrorFacts }) => {
    if (done.ok) throw again()
    if (OVER.includes(done.error.code)) screen.claim.keep(null)
    return refuse(done.error)
  }
  switch (text('step')) {
    case 'look': {
      const looked = await screen.attempt(lookAgainAtWordPress, { headers })
      // A press that finds what was there before says so.
      if (looked.ok && looked.answer.data.step === 'plugin') throw goTo(withQuery(pathsFor(false).connectWordPress(next), { said: 'still' }), { status: 303 })
      return goOn(looked)
    }
    case 'choice': return goOn(await screen.attempt(chooseWordPress, { headers, body: { is: text('is') === 'copy' ? 'copy' : 'moved' } }))
    case 'send': return goOn(await screen.attempt(sendWordPressCode, { headers }))
    case 'code': {
      const replaces = text('replaces').slice(0, 60)
      const moved = await screen.attempt(moveWordPress, { headers, body: { code: text('code'), ...(replaces && { replaces }) } })
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
      const started = await screen.attempt(startWordPress, { body: { address, ...(next && { next }) } })
      if (!started.ok) return refuse(started.error, address.slice(0, 300))
      screen.claim.keep(started.answer.handle)
      throw again()
    }
  }
}

/** Plain forms: each press is a load, and a session changes the whole document. */
export default function ConnectWordPress({ loaderData: { claim, said, current }, actionData: answer }: Route.ComponentProps) {
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
