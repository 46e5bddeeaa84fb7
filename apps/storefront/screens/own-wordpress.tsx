import { data } from 'react-router'
import { startWordPressMove } from '#modules/stores/sessions/wordpress-contract.ts'
import { disconnectSite, forgetSite } from '#modules/installs/lifecycle-contract.ts'
import {
  type WordPressFacts,
  getWordPressSite,
  lookAtWordPressSite,
} from '#modules/stores/platforms/site-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { type FieldErrors, fieldId } from '#ui/use-form-check.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { requireStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths } from '../paths.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { ConfirmedButton, DisconnectSection } from './site/disconnect-section.tsx'
import type { Route } from './+types/own-wordpress.ts'
import { useDates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { fieldMessages } from '../field-messages.ts'
import { Badge } from '#ui/badge.tsx'

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
      const { message, fieldErrors = {}, statusCode } = begun.error
      return data<MoveAnswer>(
        { message: Object.keys(fieldErrors).length > 0 ? null : message, fieldErrors, address },
        { status: statusCode },
      )
    }
    screen.claim.keep(begun.answer.handle)
    throw goTo(pathsFor(false).connectWordPress(), { status: 303 })
  }
  const gives = form.get('do') === 'forget' ? forgetSite : disconnectSite
  const leaves = ['leave', 'forget'].includes(String(form.get('do'))) && form.get('sure') === 'yes'
  const done = leaves
    ? await screen.attempt(gives, {
        body: { store: String(form.get('store') ?? '').slice(0, 300) },
      })
    : await screen.attempt(lookAtWordPressSite)
  if (done.ok)
    throw leaves
      ? goTo('/?signed=out', { status: 303, document: true })
      : goTo(`${pathsFor(false).wordpress}#health`, { status: 303 })
  return data<MoveAnswer>(
    { message: done.error.message, fieldErrors: {}, address: '' },
    { status: done.error.statusCode },
  )
}

/** Settings of a connected WordPress site (D4). */
export default function OwnWordPress({
  loaderData: { site, store },
  actionData: answer,
}: Route.ComponentProps) {
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
          <DisconnectSection domain={site.domain} store={store} note={t('wordpress.leave.note')} />
        </div>
      </Columns>
    </Page>
  )
}

/**
 * A site that has been unreachable for long is closed without contacting it; asks for confirmation,
 * like disconnecting.
 */
function ForgetPart({
  site,
  silence,
  store,
}: {
  site: WordPressFacts
  silence: NonNullable<WordPressFacts['silence']>
  store: string
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const date = dates.minute(silence.since)
  return (
    <section id="forget" aria-labelledby="forget-title">
      <h2 id="forget-title" className="type-d3">
        {t('wordpress.forget.title')}
      </h2>
      <Panel className="mt-4">
        <PanelPart>
          {silence.may_forget ? (
            <>
              <p className="type-body max-w-[70ch]">
                {t('wordpress.forget.lead', { date, count: silence.looks })}
              </p>
              <p className="type-body mt-2 max-w-[70ch] text-ink2">{t('wordpress.forget.left')}</p>
              <ConfirmedButton
                what="forget"
                store={store}
                open={t('wordpress.forget.button', { domain: isolated(site.domain, locale) })}
                sure={t('wordpress.forget.sure')}
              />
            </>
          ) : (
            <p className="type-body max-w-[70ch]">
              {t('wordpress.forget.wait', { date, from: dates.minute(silence.from) })}
            </p>
          )}
        </PanelPart>
      </Panel>
    </section>
  )
}

interface MoveAnswer {
  message: string | null
  fieldErrors: FieldErrors
  address: string
}

/** Starts a change of address; the progress of the last one is shown above. */
function MovePart({
  site,
  store,
  answer,
}: {
  site: WordPressFacts
  store: string
  answer: MoveAnswer | undefined
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, () => t('wordpress.move.address'))
  return (
    <section id="move" aria-labelledby="move-title">
      <h2 id="move-title" className="type-d3">
        {t('wordpress.move.title')}
      </h2>
      <p className="type-body mt-1 max-w-[70ch] text-ink2">{t('wordpress.move.note')}</p>
      <Panel className="mt-4">
        {site.move && (
          <PanelPart>
            <p className="type-body wrap-anywhere-safe">
              {t('wordpress.move.done', {
                from: isolated(site.move.from, locale),
                date: dates.day(site.move.at),
              })}
            </p>
            <p className="type-sm mt-1 text-ink2">{t(`wordpress.move.${site.move.state}`)}</p>
          </PanelPart>
        )}
        <PanelPart>
          <form method="post" action="#move" noValidate className="grid gap-4">
            <input type="hidden" name="store" value={store} />
            <TextField
              label={t('wordpress.move.address')}
              error={errors.address}
              name="address"
              id={fieldId('address')}
              defaultValue={answer?.address}
              dir="ltr"
              inputMode="url"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={2000}
            />
            <div>
              <Button type="submit" name="do" value="move" kind="secondary">
                {t('wordpress.move.start')}
              </Button>
            </div>
          </form>
        </PanelPart>
      </Panel>
    </section>
  )
}

const PAGE_PLACES = [1, 2, 3] as const
const SHOP_PLACES = [1003, 1004, 1054, 100100, 100101, 100102] as const
/** Failures that reconnecting fixes. */
const ANEW: readonly string[] = ['keys_gone', 'plugin_off', 'old_plugin']

/** A failure of the connection, and its fix. */
function TroubleNotice({ failure }: { failure: NonNullable<WordPressFacts['failure']> }) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <Notice
      tone="attention"
      className="mt-6"
      title={t(`wordpress.health.${failure}`)}
      action={
        ANEW.includes(failure) ? (
          <LinkButton href={paths.connectWordPress()} kind="secondary" size="small">
            {t('wordpress.health.anew')}
          </LinkButton>
        ) : undefined
      }
    >
      {t(`wordpress.health.${failure}.do`)}
    </Notice>
  )
}

/** The connection's health and the site's versions. */
function HealthPart({ site, store }: { site: WordPressFacts; store: string }) {
  const { t } = useWords()
  const dates = useDates()
  const { failure } = site
  return (
    <Panel as="section" label={t('site.health.title')}>
      <PanelPart>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="health" className="type-d3">
            {t('site.health.title')}
          </h2>
          <Badge
            tone={failure === null ? 'green' : 'coral'}
            icon={failure === null ? 'check' : 'warning'}
          >
            {t(failure === null ? 'wordpress.health.fine' : 'wordpress.health.trouble')}
          </Badge>
        </div>
        <FactList
          className="mt-4"
          facts={[
            {
              label: t('wordpress.health.looked'),
              value: <time dateTime={site.looked_at}>{dates.minute(site.looked_at)}</time>,
            },
            ...(site.wordpress === null ? [] : [{ label: 'WordPress', value: site.wordpress }]),
            ...(site.plugin === null
              ? []
              : [{ label: t('wordpress.health.plugin'), value: site.plugin }]),
            ...(site.woocommerce === null
              ? []
              : [
                  {
                    label: 'WooCommerce',
                    value: t(site.woocommerce ? 'wordpress.health.woo' : 'wordpress.health.no_woo'),
                  },
                ]),
            { label: t('site.health.parts'), value: <span className="figures">{site.parts}</span> },
            ...(site.theme === null
              ? []
              : [{ label: t('wordpress.health.theme'), value: site.theme }]),
            {
              label: t('wordpress.health.approved'),
              value: (
                <span className="grid">
                  <bdi>{site.approved_by}</bdi>{' '}
                  <time dateTime={site.connected_at} className="type-sm text-ink2">
                    {dates.day(site.connected_at)}
                  </time>
                </span>
              ),
            },
          ]}
        />
      </PanelPart>
      <PanelPart className="flex flex-wrap gap-3">
        <form method="post">
          <input type="hidden" name="store" value={store} />
          <Button type="submit" name="do" value="look" kind="secondary" icon="refresh">
            {t('site.health.look')}
          </Button>
        </form>
        <LinkButton
          href={site.settings_url}
          target="_blank"
          rel="noreferrer"
          kind="quiet"
          iconAfter="external"
        >
          {t('wordpress.health.settings')}
        </LinkButton>
      </PanelPart>
    </Panel>
  )
}

/** The site's slots; those that need a shop are listed with their requirement. */
function PlacesPart({ site }: { site: WordPressFacts }) {
  const { t } = useWords()
  const rows = [...PAGE_PLACES, ...SHOP_PLACES].map((code) => ({
    code,
    there: site.places.includes(code),
  }))
  return (
    <section aria-labelledby="places-title">
      <h2 id="places-title" className="type-d3">
        {t('wordpress.places.title')}
      </h2>
      <p className="type-body mt-1 max-w-[70ch] text-ink2">
        {t(site.woocommerce === false ? 'wordpress.places.no_woo' : 'wordpress.places.note')}
      </p>
      <Panel className="mt-4">
        <ul>
          {rows.map(({ code, there }) => (
            <li
              key={code}
              className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-line px-5 py-3 not-first:border-t md:px-6"
            >
              <span className="type-body">{t(`fit.place.${code}`)}</span>
              <Badge tone={there ? 'green' : 'neutral'} {...(there && { icon: 'check' })}>
                {t(there ? 'wordpress.places.there' : 'wordpress.places.missing')}
              </Badge>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
