import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getPlatformSetup } from '#modules/stores/platforms/setup/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { FormError, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageTitle } from '../page-header.tsx'
import { isUnderWay, SHOWN, type Shown } from '../platform/checks.tsx'
import { Handovers } from '../platform/handovers.tsx'
import { Credentials } from '../platform/keys.tsx'
import { CopyLine } from '../platform/copy-button.tsx'
import { PlatformLogo } from '../platform/logo.tsx'
import { changeOnePlatform } from '../platform/platform-forms.ts'
import { StepBody } from '../platform/setup-step.tsx'
import { isStep, stepsOf, StepList, useReasons } from '../platform/steps.tsx'
import { PlatformState } from '../platform/state-badge.tsx'
import { useLive } from '../platform/use-live.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (screen.person?.operatorRole !== 'admin')
    throw goTo(`/operator/platforms/${Number(params.platform)}`)
  const setup = await screen.call(getPlatformSetup, {
    params: { platform: params.platform as unknown as number },
  })
  const query = new URL(request.url).searchParams
  const [step, shown] = [query.get('step') ?? '', query.get('show') ?? '']
  if (!isStep(step, setup)) {
    // Its own address, so that saving a step does not lead on to the next one.
    const first = stepsOf(setup).find((one) => !one.isDone)?.step ?? 'open'
    throw goTo(`/operator/platforms/${setup.platform.id}/setup?step=${first}`)
  }
  return {
    setup,
    step,
    shown: (SHOWN as readonly string[]).includes(shown) ? (shown as Shown) : ('all' as const),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { answer, next } = await changeOnePlatform(args)
  const path = `/operator/platforms/${Number(args.params.platform)}`
  if (answer.form === 'state' && answer.done) throw goTo(path)
  if (next !== '' && answer.done) throw goTo(`${path}/setup?step=${encodeURIComponent(next)}`)
  return answer
}

/** Sets a new platform up, step by step; each is saved, so that one can leave and come back. */
export default function OperatorPlatformSetup() {
  const { t } = useWords()
  const { setup, step, shown } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const { platform: one, addresses } = setup
  const isPanel = one.entry === 'panel'
  const listens = one.state === 'draft' && isPanel
  useLive(isUnderWay(setup) || (listens && step === 'handover'))
  const path = `/operator/platforms/${one.id}/setup?step=`
  const steps = stepsOf(setup)
  const here = steps.findIndex((other) => other.step === step)
  const [before, after] = [steps[here - 1], steps[here + 1]]
  const reasons = useReasons(setup)
  const reason = step === 'checks' ? reasons.checks : step === 'handover' ? reasons.handover : null
  return (
    <>
      <PageTitle title={t('console.setup.title', { name: one.name })} />
      <div className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-3">
        <PlatformLogo of={one} className="size-11" />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="type-d2 wrap-anywhere-safe">
            {t('console.setup.title', { name: one.name })}
          </h1>
          <p className="type-sm text-ink2">{t('console.setup.lead', { n: one.id })}</p>
        </div>
        <PlatformState state={one.state} />
        <LinkButton href={`/operator/platforms/${one.id}`} kind="secondary" size="small">
          {t('console.setup.leave')}
        </LinkButton>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_20rem]">
        <StepList steps={steps} step={step} path={path} />
        <div className="min-w-0">
          <FormError answer={answer} form="retire" className="mb-5" />
          <StepBody {...{ setup, step, shown, answer }} next={after?.step} path={path} />
          <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5">
            {before && (
              <LinkButton href={path + before.step} kind="secondary" icon="chevron-left">
                {t(`console.setup.step.${before.step}`)}
              </LinkButton>
            )}
            {reason !== null && (
              <p className="type-sm ms-auto text-ink2" id="why-closed">
                {reason}
              </p>
            )}
            {after && ['keys', 'checks', 'handover'].includes(step) && (
              <LinkButton
                href={path + after.step}
                kind={steps[here]?.isDone ? 'primary' : 'secondary'}
                className={reason === null ? 'ms-auto' : ''}
              >
                {t('console.setup.next', { step: t(`console.setup.step.${after.step}`) })}
              </LinkButton>
            )}
          </div>
        </div>
        {isPanel && (
          <div className="grid min-w-0 gap-6 lg:col-span-2 lg:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
            <section aria-label={t('console.platform.credentials')} className="min-w-0">
              <h2 className="type-d4 mb-3">{t('console.platform.credentials')}</h2>
              <Credentials one={one} answer={answer} mayChange />
              <dl className="mt-4 border-t border-line">
                <CopyLine label={t('console.setup.market_origin')} value={addresses.app} />
                <CopyLine label={t('console.setup.installer')} value={addresses.installer} />
              </dl>
            </section>
            {listens && step !== 'handover' && <Handovers setup={setup} />}
          </div>
        )}
      </div>
    </>
  )
}
