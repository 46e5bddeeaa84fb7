import type { WordPressFacts } from '#modules/stores/platforms/site-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'

const PAGE_PLACES = [1, 2, 3] as const
const SHOP_PLACES = [1003, 1004, 1054, 100100, 100101, 100102] as const
/** What connecting anew mends. */
const ANEW: readonly string[] = ['keys_gone', 'plugin_off', 'old_plugin']

/** What is wrong with the connection, and what mends it. */
export function TroubleNotice({ failure }: { failure: NonNullable<WordPressFacts['failure']> }) {
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

/** Whether the site answers us, and as what. */
export function HealthPart({ site, store }: { site: WordPressFacts; store: string }) {
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

/** Where on the site parts can stand; what only a shop has is named, with what it needs. */
export function PlacesPart({ site }: { site: WordPressFacts }) {
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
