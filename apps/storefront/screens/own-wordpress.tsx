import { data } from 'react-router'
import { startWordPressMove } from '#contexts/accounts/wordpress-contract.ts'
import { disconnectSite, forgetSite } from '#contexts/installs/site-contract.ts'
import { getWordPressSite, lookAtWordPressSite } from '#contexts/platforms/wordpress-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { requireStoreOf } from '../page-store.ts'
import { pathsFor } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { LeavePart } from './site/leave-part.tsx'
import { ForgetPart } from './wordpress/forget-part.tsx'
import { HealthPart, PlacesPart, TroubleNotice } from './wordpress/health.tsx'
import { MovePart, type MoveAnswer } from './wordpress/move-part.tsx'
import type { Route } from './+types/own-wordpress.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (!screen.session) throw screen.refusal('session.required')
  return { site: (await screen.call(getWordPressSite)).data, store: screen.session.storeId }
}

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  if (form.get('do') === 'move') {
    const address = String(form.get('address') ?? '').slice(0, 2000)
    const begun = await screen.attempt(startWordPressMove, { body: { address } })
    if (!begun.ok) {
      const { message, mistakes = {}, statusCode } = begun.error
      return data<MoveAnswer>({ message: Object.keys(mistakes).length > 0 ? null : message, mistakes, address }, { status: statusCode })
    }
    screen.claim.keep(begun.answer.handle)
    throw goTo(pathsFor(false).connectWordPress(), { status: 303 })
  }
  const gives = form.get('do') === 'forget' ? forgetSite : disconnectSite
  const leaves = ['leave', 'forget'].includes(String(form.get('do'))) && form.get('sure') === 'yes'
  const done = leaves ? await screen.attempt(gives, { body: { store: String(form.get('store') ?? '').slice(0, 300) } }) : await screen.attempt(lookAtWordPressSite)
  if (done.ok) throw leaves ? goTo('/?signed=out', { status: 303, document: true }) : goTo(`${pathsFor(false).wordpress}#health`, { status: 303 })
  return data<MoveAnswer>({ message: done.error.message, mistakes: {}, address: '' }, { status: done.error.statusCode })
}

/** What its owner sees of a connected WordPress site (D4). */
export default function OwnWordPress({ loaderData: { site, store }, actionData: answer }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="account" title={t('site.title')} lead={t('wordpress.site.lead')} />
      {answer?.message && (
        <Notice tone="attention" alert className="mt-6">
          {answer.message}
        </Notice>
      )}
      {site.failure !== null && <TroubleNotice failure={site.failure} />}
      <Columns kind="plan" className="mt-7">
        <Sticky>
          <HealthPart site={site} store={store} />
        </Sticky>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-9">
          {site.silence !== null && <ForgetPart site={site} silence={site.silence} store={store} />}
          {site.places.length > 0 && <PlacesPart site={site} />}
          <MovePart site={site} store={store} answer={answer} />
          <LeavePart domain={site.domain} store={store} note={t('wordpress.leave.note')} />
        </div>
      </Columns>
    </Page>
  )
}
