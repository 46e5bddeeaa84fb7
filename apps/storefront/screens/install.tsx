import { data, useLocation } from 'react-router'
import { useState } from 'react'
import { AgreementDialog } from '#modules/orders/ui/agreement-dialog.tsx'
import { startInstall } from '#modules/installs/contract.ts'
import { ItemHead } from '#modules/installs/ui/item-head.tsx'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { atOrderSteps, isMoving, neededPermissions } from '#modules/installs/ui/plan-facts.ts'
import {
  APPROVAL_FIELD,
  findPlanErrors,
  ORDER_STEPS_FIELD,
  readInputs,
} from '#modules/installs/ui/read-inputs.ts'
import { RunProgress } from '#modules/installs/ui/run-progress.tsx'
import { PERMISSIONS } from '#lib/market.ts'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { goTo } from '../go-to.ts'
import { pathsFor, withQuery } from '../paths.ts'
import { isSlug, validWhen } from '../validity.ts'
import { useShell } from '../shell.tsx'
import { InstallOutcome } from './install/install-outcome.tsx'
import { INSTALLATION_PARAM, useInstallation } from './install/use-installation.ts'
import { loadInstallation, sendPaused } from './install/load-install.ts'
import { PlanForm } from './install/plan-form.tsx'
import { ShopPicture } from './install/shop-picture.tsx'
import type { InstallAnswer } from './install/plan-form.tsx'
import type { Route } from './+types/install.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  sendPaused(
    context.get(screenContext),
    params.slug ?? '',
    loadInstallation(
      context.get(screenContext),
      params.slug ?? '',
      url.searchParams.get(INSTALLATION_PARAM),
    ),
  )

/**
 * What would change nothing on asking again: the page then shows the work that goes on, or what is
 * installed.
 */
const ALREADY = ['installs.busy', 'installs.already_installed', 'installs.unfinished']

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const { item, plan } = await loadInstallation(screen, params.slug ?? '', null)
  const here = pathsFor(screen.framed).install(params.slug ?? '')
  const agreed = form.get('agreement')
  const allowed = PERMISSIONS.filter((code) => form.getAll('permission').includes(code))
  const refused = PERMISSIONS.filter((code) => !allowed.includes(code))
  const answer = (found: Partial<InstallAnswer>, status: number) =>
    data<InstallAnswer>(
      {
        message: null,
        mistakes: {},
        refused,
        given: Object.fromEntries(
          [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
        ...found,
      },
      { status },
    )

  const needed = neededPermissions(plan.changes)
  const found = findPlanErrors(form, {
    ...plan,
    atOrderSteps: atOrderSteps(plan.changes, new Set(refused)),
    toApprove: plan.approved ? [] : needed,
  })
  if (Object.keys(found).length > 0) return answer({ mistakes: found }, 422)
  const started = await screen.attempt(startInstall, {
    params: { id: item.id },
    body: {
      store: String(form.get('store') ?? ''),
      permissions: [...new Set([...needed, ...allowed])],
      agreement: typeof agreed === 'string' && agreed !== '' ? { version: agreed } : null,
      order_steps: form.has(ORDER_STEPS_FIELD),
      inputs: readInputs(form, plan.inputs),
    },
    ...forStoreOf(form),
  })
  if (started.ok)
    throw goTo(withQuery(here, { [INSTALLATION_PARAM]: started.answer.data.id }), { status: 303 })
  if (ALREADY.includes(started.error.code)) throw goTo(here, { status: 303 })
  const { mistakes = {}, message, statusCode } = started.error
  const known = Object.entries(mistakes).filter(
    ([name]) =>
      name === 'agreement' ||
      name === ORDER_STEPS_FIELD ||
      name === APPROVAL_FIELD ||
      name.startsWith('inputs.'),
  )
  return answer(
    { mistakes: Object.fromEntries(known), message: known.length > 0 ? null : message },
    statusCode,
  )
}

/** Plan, progress and result of an installation, whichever it is now. */
export default function Install({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const { installation, stage, silent, again } = useInstallation(page.installation)
  // The failed try that the owner has seen and wants to begin anew.
  const [seen, setSeen] = useState<string | null>(null)
  const { item } = page
  const domain = store?.domain ?? ''
  const head = (
    <ItemHead
      item={item}
      note={t('installs.for', { version: installation?.version ?? page.latest_version, domain })}
    />
  )
  const planned = stage === 'plan' || (stage === 'taken-back' && installation?.id === seen)
  const main = planned ? (
    <PlanForm page={page} answer={actionData as InstallAnswer | undefined} head={head} />
  ) : isMoving(stage) && installation?.run ? (
    <RunProgress
      run={installation.run}
      head={head}
      silent={silent}
      again={again}
      againHref={pathname + search}
      t={t}
    />
  ) : (
    installation && (
      <InstallOutcome
        page={page}
        installation={installation}
        stage={stage}
        onAgain={() => setSeen(installation.id)}
      />
    )
  )
  return (
    <Page className="pt-7 pb-12 md:pt-11">
      <PageHead title={item.name} indexed={false} />
      <Columns kind="plan">
        <div className="min-w-0">{main}</div>
        <Sticky>
          {planned && (
            <PlanMap changes={page.plan.changes} t={t} className="mb-8 hidden lg:block" />
          )}
          <ShopPicture item={item} />
        </Sticky>
      </Columns>
      {page.agreement.texts.map((text) => (
        <AgreementDialog
          key={text.id}
          text={text}
          version={page.agreement.version}
          close={t('checkout.text.close')}
        />
      ))}
    </Page>
  )
}
