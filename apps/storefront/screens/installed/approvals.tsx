import { Form, useNavigation } from 'react-router'
import type { Approval } from '#modules/installs/approval-contract.ts'
import { APPROVAL_RULES } from '#modules/installs/approval-rules.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../../formats.ts'
import { ButtonForm } from '../../forms.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { type Paths, usePaths, withQuery } from '../../paths.ts'
import { useMay, useShell } from '../../shell.tsx'

/** What people of the store ask its owner for; who is no owner sees what they asked. */
export function Approvals({ approvals }: { approvals: readonly Approval[] }) {
  const { t } = useWords()
  const isOwner = useMay('install')
  const shown = isOwner ? approvals.filter((one) => one.state === 'open') : approvals
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="approvals-heading" className="mt-7">
      <h2 id="approvals-heading" className="type-d3 mb-4">
        {t(isOwner ? 'approvals.title' : 'approvals.mine')}
      </h2>
      <ul className="grid gap-3">
        {shown.map((one) => (
          <li key={one.id} className="rounded-card border border-line bg-card p-4 md:p-5">
            {isOwner ? <Asked one={one} /> : <Mine one={one} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Head({ one, title }: { one: Approval; title: string }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-start gap-3.5">
      <ItemIcon item={{ ...one.item, swatches: [] }} size={48} />
      <div className="min-w-0">
        <h3 className="type-label wrap-anywhere-safe">{title}</h3>
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {one.plan && `${t('approvals.plan', { plan: one.plan.name })} · `}
          <time dateTime={one.at}>{dates.day(one.at)}</time>
        </p>
        {one.note !== '' && (
          <p dir="auto" className="type-body mt-1.5 whitespace-pre-line wrap-anywhere-safe">
            {one.note}
          </p>
        )}
      </div>
    </div>
  )
}

/** Where an owner goes on, with what was asked for chosen. */
function stepPath({ step, item, plan }: Approval, paths: Paths): string {
  if (step === 'buy') return paths.checkout(item.slug)
  if (step === 'subscribe') return withQuery(paths.subscribe(item.slug), { plan: plan?.id })
  return paths.install(item.slug)
}

function Asked({ one }: { one: Approval }) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const { market, sites } = useShell()
  const name = isolated(one.item.name, locale)
  const title = t('approvals.asks', { person: isolated(one.asker.name, locale), item: name })
  const site = one.item.market === market ? '' : (sites[one.item.market] ?? '')
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Head one={one} title={title} />
        <LinkButton href={`${site}${stepPath(one, paths)}`} size="medium">
          {t(`approvals.approve.${one.step}`)}
        </LinkButton>
      </div>
      <Decline one={one} label={t('approvals.decline_of', { item: name })} />
    </>
  )
}

function Decline({ one, label }: { one: Approval; label: string }) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <details className="mt-3">
      <summary className="link type-sm inline-flex min-h-9 items-center">
        {t('approvals.decline')}
      </summary>
      <Form
        method="post"
        preventScrollReset
        aria-label={label}
        className="mt-2 grid max-w-120 gap-3"
      >
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="decline" value={one.id} />
        <TextArea
          name="answer"
          id={`answer-${one.id}`}
          label={t('approvals.answer')}
          rows={3}
          maxLength={APPROVAL_RULES.answer.max}
          dir="auto"
        />
        <div>
          <Button type="submit" kind="secondary" size="medium" busy={busy} aria-label={label}>
            {t('approvals.decline_send')}
          </Button>
        </div>
      </Form>
    </details>
  )
}

const LOOKS = {
  open: { tone: 'neutral', icon: 'clock' },
  done: { tone: 'green', icon: 'check' },
  declined: { tone: 'coral', icon: 'warning' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
} as const

function Mine({ one }: { one: Approval }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Head one={one} title={one.item.name} />
      <div className="grid justify-items-start gap-1.5 md:justify-items-end">
        <Badge {...LOOKS[one.state]}>{t(`approvals.state.${one.state}`)}</Badge>
        {one.state === 'open' ? (
          <p className="type-sm text-ink2">
            {t('approvals.until', { day: dates.day(one.expires_at) })}
          </p>
        ) : (
          one.answer && (
            <p dir="auto" className="type-sm max-w-80 text-ink2 wrap-anywhere-safe">
              {one.answer}
            </p>
          )
        )}
        {one.state === 'open' && (
          <ButtonForm
            fields={{ withdraw: one.id }}
            kind="secondary"
            size="small"
            label={t('approvals.withdraw_of', { item: one.item.name })}
          >
            {t('approvals.withdraw')}
          </ButtonForm>
        )}
        {one.state === 'declined' && (
          <TextLink href={paths.item(one.item.slug)} className="type-sm">
            {t('error.right.item')}
          </TextLink>
        )}
      </div>
    </div>
  )
}
