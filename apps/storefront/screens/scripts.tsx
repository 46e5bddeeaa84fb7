import { type Script, listScripts } from '#modules/apps/access/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../formats.ts'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/scripts.ts'
import { useCallAddress } from '../call-address.ts'
import { useSaving } from '../receipt-link.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return (await context.get(screenContext).call(listScripts)).data
}

/**
 * S3.8: scripts that apps run on the shop's pages, an inventory required of anyone who accepts
 * cards (PCI DSS 6.4.3, 11.6.1).
 */
export default function Scripts({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { scripts, checked_at: checked } = loaderData
  const wrong = scripts.filter((one) => one.state === 'changed' || one.state === 'gone')
  const groups = (['step', 'every_page', 'no'] as const)
    .map((kind) => ({ kind, rows: scripts.filter((one) => one.in_order === kind) }))
    .filter((group) => group.rows.length > 0)
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="installed" title={t('scripts.title')} lead={t('scripts.lead')}>
        {scripts.length > 0 && <ExportButtons />}
      </OwnerHead>
      {wrong.length > 0 && (
        <Notice
          tone="attention"
          title={t('scripts.wrong', { count: wrong.length })}
          className="mt-6"
        >
          {t('scripts.wrong_note')}
        </Notice>
      )}
      {scripts.some((one) => one.state === 'unknown') && (
        <Notice className="mt-6">{t('scripts.unknown_note')}</Notice>
      )}
      {scripts.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={t('scripts.none')}
          action={
            <LinkButton href={paths.installed} kind="secondary">
              {t('owner.installed')}
            </LinkButton>
          }
        >
          {t('scripts.none_note')}
        </EmptyState>
      ) : (
        groups.map((group) => (
          <section key={group.kind} className="mt-9">
            <h2 className="type-d3">{t(`scripts.group.${group.kind}`)}</h2>
            <p className="type-body mt-1 mb-4 max-w-[70ch] text-ink2">
              {t(`scripts.group_note.${group.kind}`)}
            </p>
            <Panel>
              {group.rows.map((one) => (
                <ScriptRow key={one.id} script={one} />
              ))}
            </Panel>
          </section>
        ))
      )}
      <p className="type-sm mt-6 max-w-[80ch] text-ink2">
        {checked && t('scripts.checked', { date: dates.day(checked) })} {t('scripts.pci')}
      </p>
    </Page>
  )
}

const TONES = { as_put: 'green', changed: 'coral', gone: 'coral', unknown: 'neutral' } as const

function ScriptRow({ script: one }: { script: Script }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  return (
    <PanelPart>
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h3 className="type-label min-w-0 wrap-anywhere-safe">
          <TextLink
            href={paths.item(one.item.slug)}
            className="text-ink no-underline hover:underline"
          >
            {one.item.name}
          </TextLink>{' '}
          <bdi className="type-sm text-ink2">{one.version}</bdi>
        </h3>
        <Badge tone={TONES[one.state]} {...(one.state === 'as_put' && { icon: 'check' })}>
          {t(`scripts.state.${one.state}`)}
        </Badge>
      </div>
      <p className="type-body">
        {t(`installs.placement.${one.placement as 1}`)} · {one.title}
      </p>
      <p className="type-sm text-ink2">
        {one.since && t('scripts.since', { date: dates.day(one.since) })}{' '}
        {one.approved_by &&
          one.approved_at &&
          t('scripts.approved', {
            name: `\u2068${one.approved_by}\u2069`,
            date: dates.day(one.approved_at),
          })}
      </p>
      {one.order_consent ? (
        <p className="type-sm text-ink2">
          {t('scripts.order_consent', {
            version: `\u2068${one.order_consent.version}\u2069`,
            date: dates.day(one.order_consent.agreed_at),
          })}
        </p>
      ) : (
        one.in_order === 'step' && (
          <p className="type-sm text-coral-text">{t('scripts.order_consent_none')}</p>
        )
      )}
      <dl className="type-sm mt-2 grid gap-1.5">
        {one.outside.map((address) => (
          <div key={address} className="min-w-0">
            <dt dir="ltr" className="text-start strong wrap-anywhere-safe">
              {address}
            </dt>
            <dd className="text-coral-text">{t('scripts.outside')}</dd>
          </div>
        ))}
      </dl>
      <details className="type-sm mt-1">
        <summary className="link inline-flex min-h-6 items-center">{t('scripts.files')}</summary>
        <dl className="mt-1.5 grid gap-1.5">
          {one.files.map((file) => (
            <div key={file.path} className="min-w-0">
              <dt dir="ltr" className="text-start strong wrap-anywhere-safe">
                {file.path}
              </dt>
              <dd dir="ltr" className="text-start text-ink2 wrap-anywhere-safe">
                {file.sha384 ?? t('scripts.no_hash')}
              </dd>
            </div>
          ))}
          {one.order_consent && (
            <div className="min-w-0">
              <dt className="strong">{t('consents.title')}</dt>
              <dd dir="ltr" className="text-start text-ink2 wrap-anywhere-safe">
                {one.order_consent.text_sha256}
              </dd>
            </div>
          )}
        </dl>
      </details>
    </PanelPart>
  )
}

/** Exports the inventory. */
function ExportButtons() {
  const { t } = useWords()
  const save = useSaving()
  const addressOf = useCallAddress()
  return (
    <p className="type-body flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="text-ink2">{t('scripts.export')}</span>
      {['csv', 'json'].map((format) => {
        const href = addressOf('/scripts/export', { format })
        return (
          <a
            key={format}
            className="link inline-flex min-h-9 items-center"
            href={href}
            download
            onClick={save}
          >
            {format.toUpperCase()}
          </a>
        )
      })}
    </p>
  )
}
