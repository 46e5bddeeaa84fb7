import { data, useLocation } from 'react-router'
import { AgreementDialog } from '#contexts/checkout/ui/agreement-dialog.tsx'
import { startUpdate } from '#contexts/installs/contract.ts'
import { NewerNotice } from '#contexts/installs/ui/fit-notice.tsx'
import { ItemHead } from '#contexts/installs/ui/item-head.tsx'
import { PlanMap } from '#contexts/installs/ui/plan-map.tsx'
import { isMoving } from '#contexts/installs/ui/plan-facts.ts'
import { ORDER_STEPS_FIELD, readInputs } from '#contexts/installs/ui/read-inputs.ts'
import { RunProgress } from '#contexts/installs/ui/run-progress.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf } from '../page-store.ts'
import { pathsFor, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { BEGUN } from './install/begun.ts'
import { loadInstallation, sendPaused } from './install/load-install.ts'
import { ShopPicture } from './install/shop-picture.tsx'
import { useInstallation } from './install/use-installation.ts'
import { consentName, findUpdateMistakes, type UpdateAnswer } from './update/update-answer.ts'
import { UpdateForm } from './update/update-form.tsx'
import { UpdateOutcome, type Outcome } from './update/update-outcome.tsx'
import { VersionPicker } from './update/version-picker.tsx'
import type { Route } from './+types/update.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  sendPaused(context.get(screenContext), params.slug ?? '',
    loadInstallation(context.get(screenContext), params.slug ?? '', url.searchParams.get(BEGUN), url.searchParams.get('release') || undefined))

/** What would change nothing on asking again: the page then shows the work that goes on, or what is installed. */
const ALREADY = ['installs.busy', 'installs.same_release', 'installs.unfinished', 'installs.not_installed']

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const release = String(form.get('release') ?? '')
  const page = await loadInstallation(screen, params.slug ?? '', null, release || undefined)
  const here = pathsFor(screen.framed).update(params.slug ?? '')
  if (!page.update) throw goTo(here, { status: 303 })
  const answer = (found: Partial<UpdateAnswer>, status: number) =>
    data<UpdateAnswer>(
      {
        message: null,
        mistakes: {},
        given: Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
        ...found,
      },
      { status },
    )
  const found = findUpdateMistakes(form, page)
  if (Object.keys(found).length > 0) return answer({ mistakes: found }, 422)
  const agreed = form.get('agreement')
  const started = await screen.attempt(startUpdate, {
    params: { id: page.item.id },
    body: {
      store: String(form.get('store') ?? ''),
      release: page.update.version,
      permissions: page.update.asks.map(ask => ask.code).filter(code => form.has(consentName(code))),
      agreement: typeof agreed === 'string' && agreed !== '' ? { version: agreed } : null,
      order_steps: form.has(ORDER_STEPS_FIELD),
      inputs: readInputs(form, page.update.inputs),
    },
    ...forStoreOf(form),
  })
  if (started.ok) throw goTo(withQuery(here, { [BEGUN]: started.answer.data.id }), { status: 303 })
  if (ALREADY.includes(started.error.code)) throw goTo(here, { status: 303 })
  const { mistakes = {}, message, statusCode } = started.error
  const known = Object.entries(mistakes).filter(([name]) => name === 'agreement' || name === ORDER_STEPS_FIELD || name.startsWith('inputs.'))
  return answer({ mistakes: Object.fromEntries(known), message: known.length > 0 ? null : message }, statusCode)
}

/** Plan, progress and result of an update, or of the way back to an earlier version. */
export default function Update({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  const { item } = page
  const begun = new URLSearchParams(search).has(BEGUN)
  const head = (
    <ItemHead item={item} note={t('installs.for', { version: installation?.version ?? page.latest_version, domain: store?.domain ?? '' })} />
  )
  const outcome: Outcome | null =
    installation === null || stage === 'removed' || stage === 'taken-back' ? 'absent'
    : stage === 'stuck' ? 'stuck'
    : begun && installation.run?.kind === 'restore' ? 'restored'
    : begun && installation.run?.kind === 'update' ? 'done'
    : page.update === null ? 'latest'
    : null
  return (
    <Page className="pt-7 pb-12 md:pt-11">
      <PageHead title={t('update.page', { item: item.name })} indexed={false} />
      <Columns kind="plan">
        <div className="min-w-0">
          {isMoving(stage) && installation?.run ? (
            <RunProgress run={installation.run} head={head} silent={silent} again={again} againHref={pathname + search} t={t} />
          ) : outcome === null && page.update ? (
            <UpdateForm key={page.update.version} page={page} update={page.update} answer={actionData as UpdateAnswer | undefined} head={head} />
          ) : (
            <>
              <UpdateOutcome page={page} installation={installation} outcome={outcome ?? 'latest'} />
              {outcome === 'latest' && <NewerNotice fit={page.fit} t={t} className="mt-6" />}
              {outcome === 'latest' && <VersionPicker page={page} chosen={null} />}
            </>
          )}
        </div>
        <Sticky>
          {outcome === null && !isMoving(stage) && page.update && <PlanMap changes={page.update.changes} t={t} className="mb-8 hidden lg:block" />}
          <ShopPicture item={item} />
        </Sticky>
      </Columns>
      {page.agreement.texts.map(text => (
        <AgreementDialog key={text.id} text={text} version={page.agreement.version} close={t('checkout.text.close')} />
      ))}
    </Page>
  )
}
