import { data } from 'react-router'
import { getWordPressClaim, lookAgainAtWordPress, startWordPress } from '#contexts/accounts/wordpress-contract.ts'
import { WORDPRESS } from '#contexts/platforms/registry.ts'
import { readInsidePath } from '#lib/targets.ts'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { AddressStep, type WordPressAnswer } from './wordpress/address-step.tsx'
import { ApprovalStep } from './wordpress/approval-step.tsx'
import { PluginStep } from './wordpress/plugin-step.tsx'
import { StepList } from './wordpress/step-list.tsx'
import type { Route } from './+types/connect-wordpress.ts'

const SAID = ['over', 'other-store', 'later'] as const

/** D4, D6: a WordPress site. The step is where the claim is: closed and opened again, it goes on there. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (screen.platform.id !== WORDPRESS) throw screen.refusal('not_found')
  const claim = screen.claim.handle ? (await screen.call(getWordPressClaim, { headers: { 'claim-handle': screen.claim.handle } })).data : null
  return { claim, said: SAID.find(one => one === url.searchParams.get('said')) ?? null, current: screen.session && { id: screen.session.storeId, domain: screen.session.domain } }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const next = readInsidePath(url.searchParams.get('next') ?? '') ?? undefined
  const again = () => goTo(pathsFor(false).connectWordPress(next), { status: 303 })
  const refuse = (error: { message: string; statusCode: number; mistakes?: WordPressAnswer['mistakes'] }, address = '') =>
    data<WordPressAnswer>({ message: error.mistakes && Object.keys(error.mistakes).length > 0 ? null : error.message, mistakes: error.mistakes ?? {}, address }, { status: error.statusCode })
  switch (text('step')) {
    case 'look': {
      const looked = await screen.attempt(lookAgainAtWordPress, { headers: { 'claim-handle': screen.claim.handle ?? '' } })
      if (looked.ok) throw again()
      if (looked.error.code === 'connect.over') screen.claim.keep(null)
      return refuse(looked.error)
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
        <StepList at={step} />
        {claim?.step === 'plugin' ? (
          <PluginStep claim={claim} answer={answer} />
        ) : claim?.step === 'approval' ? (
          <ApprovalStep claim={claim} said={said} answer={answer} current={current} />
        ) : (
          <AddressStep claim={claim} said={said} answer={answer} />
        )}
      </div>
    </Page>
  )
}
