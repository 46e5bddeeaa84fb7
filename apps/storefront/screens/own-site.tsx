import { data } from 'react-router'
import { disconnectSite } from '#contexts/installs/site-contract.ts'
import { addSiteRule, endSiteMove, getSite, lookAtSite, proveSiteMove, removeSiteRule, startSiteMove } from '#contexts/platforms/site-contract.ts'
import type { Mistakes } from '#ui/form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { requireStoreOf } from '../page-store.ts'
import { pathsFor } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { LeavePart } from './site/leave-part.tsx'
import { MovePart } from './site/move-part.tsx'
import { RulesPart } from './site/rules-part.tsx'
import { HealthPart, TagPart } from './site/tag-and-health.tsx'
import type { Route } from './+types/own-site.ts'

export interface SiteAnswer { message: string; mistakes: Mistakes; given: Record<string, string> }

export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (!screen.session) throw screen.refusal('session.required')
  return { site: (await screen.call(getSite)).data, store: screen.session.storeId }
}

const WAYS = ['dns', 'file', 'meta'] as const
const PAGES = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 2000)
  const rule = { page: PAGES.find(one => one === text('page')) ?? 'product', path: text('path'), has: text('has'), into: text('into') }
  if (text('do') === 'leave' && text('sure') === 'yes') {
    await screen.call(disconnectSite, { body: { store: text('store') } })
    throw goTo('/?signed=out', { status: 303, document: true })
  }
  const done = await (async () => {
    switch (text('do')) {
      case 'rule': return screen.attempt(addSiteRule, { body: rule })
      case 'unrule': return screen.attempt(removeSiteRule, { body: rule })
      case 'move': return screen.attempt(startSiteMove, { body: { address: text('address') } })
      case 'prove': return screen.attempt(proveSiteMove, { body: { which: text('which') === 'new' ? 'new' : 'old', way: WAYS.find(way => way === text('way')) ?? 'file' } })
      case 'stay': return screen.attempt(endSiteMove)
      default: return screen.attempt(lookAtSite)
    }
  })()
  if (done.ok || done.error.code === 'site.not_proved') throw goTo(`${pathsFor(false).site}#${/^[a-z]{1,10}$/.exec(text('at'))?.[0] ?? 'health'}`, { status: 303 })
  const { message, mistakes = {}, statusCode } = done.error
  return data<SiteAnswer>({ message, mistakes, given: { ...rule, address: text('address') } }, { status: statusCode })
}

/** What its owner sees and sets of a site that no platform runs (D4). Every part can be linked to. */
export default function OwnSite({ loaderData: { site, store }, actionData: answer }: Route.ComponentProps) {
  const { t } = useWords()
  const facts = { site, store, answer }
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="account" title={t('site.title')} lead={t('site.lead')} />
      {answer && (
        <Notice tone="attention" alert className="mt-6">
          {answer.message}
        </Notice>
      )}
      <Columns kind="plan" className="mt-7">
        <Sticky>
          <HealthPart {...facts} />
        </Sticky>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-9">
          <TagPart {...facts} />
          <RulesPart {...facts} />
          <MovePart {...facts} />
          <LeavePart domain={site.domain} store={store} note={t('site.leave.note')} />
        </div>
      </Columns>
    </Page>
  )
}
