import { data, Form, useNavigation } from 'react-router'
import { getItem, type ItemDetail } from '#modules/catalog/contract.ts'
import { askForApproval, listApprovals } from '#modules/installs/approval-contract.ts'
import { APPROVAL_RULES } from '#modules/installs/approval-rules.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { BackLink } from '#ui/breadcrumb.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { priceInFull } from '../prices.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import type { Route } from './+types/ask.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [{ data: item }, { data: approvals }] = await Promise.all([
    screen.call(getItem, { query: { slug: params.slug ?? '' } }),
    screen.call(listApprovals),
  ])
  const { slug, name, icon, market, swatches, plans, installed } = item
  return {
    item: { slug, name, icon, market, swatches, plans },
    isHere: installed !== null && installed.state !== 'none',
    asked:
      approvals.find((one) => one.item.slug === slug && one.asker.is_me && one.state === 'open') ??
      null,
    email: screen.session?.account.email ?? '',
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const asked = await screen.attempt(askForApproval, {
    body: {
      slug: params.slug ?? '',
      plan: text('plan') || undefined,
      note: text('note'),
    },
    ...forStoreOf(form),
  })
  if (asked.ok) throw goTo(pathsFor(screen.framed).installed, { status: 303 })
  const { fieldErrors, message, statusCode } = asked.error
  return data(
    {
      message,
      noteError: fieldErrors?.note ?? null,
      note: text('note').slice(0, 2 * APPROVAL_RULES.note.max),
    },
    { status: statusCode },
  )
}

/** Somebody who may not buy or install asks an owner for an item. */
export default function Ask({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const { item } = page
  const title = t('ask.title', { item: isolated(item.name, locale) })
  return (
    <Page className="pt-6 pb-14 md:pt-7">
      <PageHead title={title} indexed={false} />
      <div className="mx-auto max-w-160">
        <BackLink href={paths.item(item.slug)}>{item.name}</BackLink>
        <div className="flex items-center gap-4">
          <ItemIcon item={item} size={56} />
          <h1 className="type-title min-w-0 wrap-anywhere-safe">{title}</h1>
        </div>
        {page.isHere ? (
          <Notice
            tone="done"
            title={t('ask.here')}
            className="mt-6"
            action={
              <LinkButton href={paths.installed} kind="secondary" size="small">
                {t('nav.installed')}
              </LinkButton>
            }
          />
        ) : page.asked ? (
          <Waiting asked={page.asked} />
        ) : (
          <>
            <p className="type-lg mt-3 text-ink2 wrap-anywhere-safe">
              {t('ask.lead', {
                domain: isolated(store?.domain ?? '', locale),
                email: isolated(page.email, locale),
              })}
            </p>
            <AskForm plans={item.plans} answer={actionData} />
          </>
        )}
      </div>
    </Page>
  )
}

function Waiting({ asked }: { asked: NonNullable<Route.ComponentProps['loaderData']['asked']> }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  return (
    <Notice
      title={t('ask.waiting', { day: dates.day(asked.at) })}
      className="mt-6"
      action={
        <LinkButton href={paths.installed} kind="secondary" size="small">
          {t('approvals.mine')}
        </LinkButton>
      }
    >
      {t('ask.waiting_note')}
    </Notice>
  )
}

function AskForm({
  plans,
  answer,
}: {
  plans: ItemDetail['plans']
  answer: Route.ComponentProps['actionData']
}) {
  const words = useWords()
  const { t } = words
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const asked = plans.filter((plan) => plan.kind !== 'free')
  return (
    <Form method="post" aria-label={t('right.ask_owner')} className="mt-7 grid gap-6">
      <input type="hidden" name="store" value={store?.id ?? ''} />
      {answer && <ErrorSummary title={answer.message} items={[]} round={1} />}
      {asked.length > 1 && (
        <ChoiceGroup label={t('ask.plan')}>
          <div className="grid gap-2.5">
            {asked.map((plan, n) => {
              const { lead = '', text, per = '' } = priceInFull(plan, words)
              return (
                <RadioCard
                  key={plan.id}
                  name="plan"
                  value={plan.id}
                  defaultChecked={n === 0}
                  title={plan.name}
                >
                  <span className="figures">
                    {lead}
                    <bdi>{text}</bdi>
                    {per}
                  </span>
                </RadioCard>
              )
            })}
          </div>
        </ChoiceGroup>
      )}
      <TextArea
        name="note"
        id="note"
        label={t('ask.note')}
        hint={t('ask.note_hint', { most: APPROVAL_RULES.note.max })}
        rows={5}
        defaultValue={answer?.note ?? ''}
        maxLength={APPROVAL_RULES.note.max}
        error={answer?.noteError ? answer.message : undefined}
        dir="auto"
      />
      <div>
        <Button type="submit" size="large" busy={busy}>
          {t('right.ask_owner')}
        </Button>
      </div>
    </Form>
  )
}
