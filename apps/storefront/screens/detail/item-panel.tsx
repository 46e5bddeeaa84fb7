import { useEffect, useRef, useState } from 'react'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { PERMISSIONS, type PermissionCode } from '#lib/market.ts'
import { LinkButton } from '#ui/button.tsx'
import { CheckList, Panel, PanelLink, PanelPart, Works } from '#ui/panel.tsx'
import { PermissionList, PermissionRow, type PermissionKind } from '#ui/permission-row.tsx'
import { PlainPrice } from '#ui/amount.tsx'
import { TextLink } from '#ui/link.tsx'
import type { checkFit } from '#modules/installs/contract.ts'
import { FitNotice } from '#modules/installs/ui/fit-notice.tsx'
import type { AnswerOf } from '#kernel/operation.ts'
import { createReader, IDLE, type FetchState, type Reader } from '#lib/fetch-state.ts'
import { formatPercent } from '../../formats.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { pricedItem, priceFrom, priceInFull } from '../../prices.ts'
import { RateNote } from '../../rate-note.tsx'
import { useShell } from '../../shell.tsx'
import { hasPlans, Trial } from './sections.tsx'
import { PreviewButton, SaveButton, StepButton, StepNote, type StepProps } from './step-button.tsx'
import { useCallAddress } from '../../call-address.ts'

const GLYPHS: Record<PermissionCode, PermissionKind> = {
  design_block: 'block',
  tracking_code: 'code',
  web_service_user: 'key',
}

/** Price, compatibility, permissions and developer of an item, with the main button. */
export function ItemPanel({ item, store }: StepProps) {
  const words = useWords()
  const { t } = words
  const paths = usePaths()
  const { platform } = useShell()
  const once = t(
    item.tax_included ? 'detail.one_payment_with_tax' : 'detail.one_payment_without_tax',
  )
  const tax = t(item.tax_included ? 'detail.with_tax' : 'detail.without_tax')
  const terms = {
    free: t('detail.free_terms'),
    one_time: once,
    recurring: tax,
    usage: undefined,
  }[item.price_kind]
  const lowest = item.plans.find(
    ({ kind, price }) => kind === item.price_kind && price === item.price,
  )
  const installed = item.installed?.state !== 'none' && item.installed?.version
  return (
    <Panel as="aside" label={item.name}>
      <PanelPart>
        <PlainPrice
          {...(item.plans.length > 1 ? priceFrom : priceInFull)(pricedItem(item), words)}
          terms={item.installable ? terms : undefined}
        />
        <RateNote day={item.rate_date} />
        {lowest && <Trial plan={lowest} className="mt-1" />}
        {hasPlans(item) && (
          <p className="type-sm mt-1.5">
            <TextLink href="#plans">{t('detail.plans_all', { count: item.plans.length })}</TextLink>
          </p>
        )}
        {item.in_app_purchase === 1 && (
          <p className="type-sm mt-1 text-ink2">
            {t(item.price > 0 ? 'price.in_app_besides' : 'price.in_app_note')}
          </p>
        )}
        <InBundle item={item} />
        <div className="mt-2.5 mb-4">
          {installed ? (
            <Works>
              {item.installed?.state === 'old'
                ? t('detail.installed_old', {
                    version: installed,
                    latest: item.version_here ?? item.version ?? '',
                  })
                : t('detail.installed', { version: installed })}
            </Works>
          ) : !item.installable ? (
            <p className="type-sm strong">{t('detail.only_listed')}</p>
          ) : item.works_here && !item.fits_storefront ? (
            <>
              <p className="type-body strong">{t('detail.not_storefront')}</p>
              <p className="type-sm mt-1 text-ink2">{t('detail.not_storefront_note')}</p>
              <LinkButton href={paths.list} kind="secondary" wide className="mt-3">
                {t('detail.storefront_themes')}
              </LinkButton>
            </>
          ) : item.works_here ? (
            <Works>{t('detail.works', { platform: platform.name })}</Works>
          ) : (
            <>
              <p className="type-sm strong text-ink2">
                {t('detail.works_not', { platform: platform.name })}
              </p>
              <p className="type-sm mt-1 text-ink2">{t('detail.works_not_note')}</p>
            </>
          )}
        </div>
        <FitHere item={item} store={store} />
        <StepButton item={item} store={store} />
        <StepNote item={item} store={store} />
        <div className="mt-3 empty:hidden">
          <PreviewButton item={item} store={store} wide />
        </div>
        <div className="mt-2 empty:hidden">
          <SaveButton item={item} store={store} />
        </div>
      </PanelPart>
      {/* without a package there are no facts about permissions */}
      {item.installable && (
        <PanelPart>
          <h2 className="type-d4 mb-3.5">{t('detail.touches')}</h2>
          <Touches item={item} />
        </PanelPart>
      )}
      {item.installable && (
        <PanelPart>
          <CheckList
            items={[
              t('detail.promise.undo'),
              t('detail.promise.signed'),
              ...(item.support_months > 0
                ? [t('detail.promise.support', { count: item.support_months })]
                : []),
            ]}
          />
        </PanelPart>
      )}
      <Links item={item} store={store} />
      {item.credit && <Credit credit={item.credit} />}
    </Panel>
  )
}

/** The bundle that sells it for less, unless the store has the item. */
function InBundle({ item: { bundle, installed } }: { item: ItemDetail }) {
  const { t, locale } = useWords()
  const paths = usePaths()
  if (!bundle || installed?.owned) return null
  return (
    <p className="type-sm mt-1.5">
      <TextLink href={paths.bundle(bundle.slug)}>
        {t('detail.bundle', {
          bundle: `\u2068${bundle.name}\u2069`,
          percent: isolated(formatPercent(bundle.percent_off, locale), locale),
        })}
      </TextLink>
    </p>
  )
}

/**
 * Needed permissions with their reasons, then what the item does not touch: by the developer's
 * list, otherwise by kind.
 */
function Touches({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const asked = new Set(item.permissions.map((permission) => permission.code))
  // a theme itself changes the design, so "no design block" would contradict the line above
  const untouched = PERMISSIONS.filter(
    (code) => !asked.has(code) && !(item.market === 'theme' && code === 'design_block'),
  )
  const alone =
    item.leaves_alone.length > 0
      ? item.leaves_alone
      : untouched.toReversed().map((code) => ({
          title: t(`detail.untouched.${code}`),
          text: t(`detail.untouched.${code}_why`),
        }))
  const theme =
    item.touches.length > 0
      ? item.touches
      : [{ title: t('detail.theme_touches'), text: t('detail.theme_touches_why') }]
  return (
    <PermissionList>
      {item.market === 'theme' &&
        theme.map((fact) => (
          <PermissionRow key={fact.title} kind="block" title={fact.title} reason={fact.text} />
        ))}
      {item.permissions.map(({ code, reason, required }) => (
        <PermissionRow
          key={code}
          kind={GLYPHS[code]}
          reason={reason}
          title={
            <>
              {t(`detail.permission.${code}`)}
              {!required && (
                <span className="regular text-ink2"> ({t('detail.permission.optional')})</span>
              )}
            </>
          }
        />
      ))}
      {alone.map((fact) => (
        <PermissionRow key={fact.title} title={fact.title} reason={fact.text} />
      ))}
    </PermissionList>
  )
}

/** Whether the store has the item: then its seller is asked through the market. */
const isHeld = ({ installed }: ItemDetail): boolean =>
  installed !== null && (installed.state !== 'none' || installed.owned)

function Links({ item, store }: StepProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { document, connect } = item.links
  // What is paid for is not supported by the authors of a free project in it.
  const isOthers = item.price_kind !== 'free' && item.credit !== null
  const support = isOthers ? null : item.links.support
  const contact = isOthers ? null : item.links.contact
  const held = store !== null && isHeld(item)
  // our contact form with the item: goes to the developer if they receive messages, otherwise to us
  const ask = withQuery(paths.contact, {
    item: item.slug,
    to: item.developer_reads ? 'developer' : undefined,
  })
  const written = item.support_document.length > 0
  return (
    <PanelPart className="py-3 md:py-4">
      {written && (
        <PanelLink href="#support" icon="document">
          {t('detail.support')}
        </PanelLink>
      )}
      {document && (
        <PanelLink href={document} icon={written ? 'external' : 'document'}>
          {t(written ? 'detail.link.project' : 'detail.support')}
        </PanelLink>
      )}
      {support && (
        <PanelLink href={support} icon="info">
          {t('detail.link.support')}
        </PanelLink>
      )}
      {held && (
        <PanelLink href={paths.help(item.slug)} icon="mail">
          {t('detail.link.help')}
        </PanelLink>
      )}
      {contact && (
        <PanelLink href={contact} icon={item.developer_reads ? 'external' : 'mail'}>
          {t('detail.link.contact')}
        </PanelLink>
      )}
      {!held && (item.developer_reads || !contact) && (
        <PanelLink href={ask} icon="mail">
          {t(item.developer_reads ? 'detail.link.ask_developer' : 'detail.link.ask')}
        </PanelLink>
      )}
      {connect && (
        <PanelLink href={connect} icon="key" isElsewhere>
          {t('detail.link.connect')}
        </PanelLink>
      )}
    </PanelPart>
  )
}

/** The wrapped work and its author (D15), without implying endorsement. */
function Credit({ credit }: { credit: NonNullable<ItemDetail['credit']> }) {
  const { t, locale } = useWords()
  const named = {
    package: isolated(credit.package, locale),
    version: isolated(credit.version, locale),
    author: isolated(credit.author, locale),
    licence: isolated(credit.licence, locale),
  }
  return (
    <PanelPart className="type-sm text-ink2">
      <p>
        {t('detail.credit', named)} <TextLink href={credit.source}>{t('detail.source')}</TextLink>
      </p>
    </PanelPart>
  )
}

const fitPath = (item: Pick<ItemDetail, 'market' | 'id'>) =>
  `/${item.market}-store/${item.market}/${item.id}/installation/fit` as const

/**
 * Shows before payment what this shop lacks a slot for. Requested after the page has loaded, so
 * that the shop cannot delay it.
 */
function FitHere({ item, store }: StepProps) {
  const { t } = useWords()
  const { read, answer } = useRead<AnswerOf<typeof checkFit>>()
  const asks =
    store !== null && item.installable && item.works_here && item.installed?.state === 'none'
  const addressOf = useCallAddress()
  const path = asks ? addressOf(fitPath(item)) : null
  useEffect(() => {
    if (path !== null) void read(path)
  }, [path, read])
  return asks ? <FitNotice fit={answer?.data} t={t} className="mb-3" /> : null
}

/**
 * S4.9 as a hook: the state of a read, and the function to start it. A new read cancels the one
 * before, unmounting cancels the last.
 */
function useRead<T>(): FetchState<T> & Reader<T> {
  const [state, setState] = useState<FetchState<T>>(IDLE)
  const reader = useRef<Reader<T>>(null)
  reader.current ??= createReader<T>(setState)
  const { read, stop } = reader.current
  useEffect(() => stop, [stop])
  return { ...state, read, stop }
}
