import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  getAnyItem,
  liftStop,
  offerReleaseAgain,
  publishItemAgain,
} from '#modules/publishing/items/operator-contract.ts'
import {
  getItemHealth,
  type ItemHealth,
  resumeItemWebhooks,
} from '#modules/publishing/health/contract.ts'
import {
  getItemVisibility,
  type ItemVisibility,
  keepAnyItem,
  nameStoreOfItem,
  retireAnyItem,
} from '#modules/publishing/visibility/contract.ts'
import { getItemTimeline } from '#modules/market/timeline-contract.ts'
import { TAX_KINDS, type TaxKind, type Visibility } from '#lib/market.ts'
import { setItemTaxKind } from '#modules/orders/operator-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { KeyFigures } from '#ui/panel.tsx'
import { countOf, useDates } from '../dates.ts'
import { HealthView } from '../health-view.tsx'
import { NamedStores } from '../named-stores.tsx'
import { RetirementForm } from '../retirement-form.tsx'
import { isDecision } from '../navigation.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormError, PostForm, SelectField, useFormAnswer } from '../forms.tsx'
import { type FormAnswer, readForm } from '../read-form.ts'
import { ItemState } from '../state-badges.tsx'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { StatementTable } from '../statement-table.tsx'
import { DataTable, queryOf } from '../data-table.tsx'
import { SubjectTimeline } from '../timeline/subject-timeline.tsx'
import { submitNote } from '../timeline/write-note.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  const said = new URL(request.url).searchParams.get('done')
  const given = { params: { item: params.item ?? '' } }
  const [item, timeline, visibility, health] = await Promise.all([
    screen.call(getAnyItem, given),
    screen.call(getItemTimeline, { ...given, query: queryOf(request, ['after']) }),
    screen.call(getItemVisibility, given),
    role === 'finance' ? null : screen.call(getItemHealth, given),
  ])
  return {
    item,
    visibility,
    health,
    timeline,
    said: said !== null && isDecision(said) ? said : null,
    mayDecide: role === 'admin' || role === 'reviewer',
    mayStop: role !== 'finance',
    mayTax: role === 'admin' || role === 'finance',
    seesStores: role === 'admin' || role === 'support',
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const read = await readForm(context, request)
  const { screen, text, submit } = read
  const [name, item] = [text('form'), params.item ?? '']
  switch (name) {
    case 'note':
      return submitNote(read, 'item', item)
    case 'publish':
      return submit(publishItemAgain, { params: { item } })
    case 'lift':
      return submit(liftStop, { params: { item } })
    case 'offer':
      return submit(offerReleaseAgain, {
        params: { item, version: text('version') },
      })
    case 'store':
      return submit(nameStoreOfItem, { params: { item }, body: { store: text('store') } })
    case 'retire':
      return submit(retireAnyItem, {
        params: { item },
        body: { on: text('on'), successor: text('successor') },
      })
    case 'keep':
      return submit(keepAnyItem, { params: { item } })
    case 'resume-webhooks':
      return submit(resumeItemWebhooks, { params: { item, endpoint: text('endpoint') } })
    case 'tax':
      return submit(setItemTaxKind, { params: { item }, body: { kind: text('kind') as TaxKind } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** An item: its state, releases, decisions and changes. */
export default function OperatorItem() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { sites } = useShell()
  const { item, visibility, health, timeline, said, mayDecide, mayStop, mayTax, seesStores } =
    useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const base = `/operator/items/${item.id}`
  const decide = (what: string, version?: string) =>
    `${base}/decide?${new URLSearchParams({ what, ...(version && { version }) })}`
  const isOff = item.stopped_at !== null
  return (
    <>
      <PageHeader
        back={{ href: '/operator/items', name: t('console.nav.items') }}
        title={item.name}
        lead={
          <>
            <TextLink href={`/operator/partners/${item.partner.id}`}>
              <bdi>{item.partner.name}</bdi>
            </TextLink>{' '}
            · {t(`console.item.${item.market}`)}
          </>
        }
        end={
          <p className="flex flex-wrap gap-2">
            <VisibilityBadge visibility={visibility.visibility} />
            <ItemState status={item.status} stopped={item.stopped} />
          </p>
        }
      />
      {said && !answer && (
        <Notice tone="done" className="mb-6">
          {t(`console.items.done.${said}`)}
        </Notice>
      )}
      {answer?.form !== 'note' && <FormError answer={answer} className="mb-6" />}
      {item.notice && item.status === 'unpublished' && (
        <Notice className="mb-6" title={t('console.items.preview_off')}>
          <span dir="auto">{item.notice}</span>
        </Notice>
      )}
      <KeyFigures
        className="mb-6"
        figures={[
          { label: t('console.items.stores_now'), figure: countOf(item.stores, locale) },
          { label: t('console.item.installs'), figure: countOf(item.installs, locale) },
          {
            label: t('console.items.rating'),
            figure: item.rating === null ? '–' : item.rating.toFixed(2),
            note: item.reviews > 0 && countOf(item.reviews, locale),
          },
        ]}
      />
      <div className="mb-9 flex flex-wrap gap-3">
        {item.status === 'published' && (
          <LinkButton href={`${sites[item.market]}/${item.slug}`} kind="quiet">
            {t('console.items.see')}
          </LinkButton>
        )}
        {seesStores && (
          <LinkButton href={`${base}/stores`} kind="quiet">
            {t('console.items.stores')}
          </LinkButton>
        )}
        {mayDecide && item.status === 'published' && (
          <LinkButton href={decide('unpublish')} kind="secondary">
            {t('console.items.unpublish')}
          </LinkButton>
        )}
        {mayDecide && item.status === 'unpublished' && !isOff && (
          <ButtonForm
            name="publish"
            hidden={{}}
            label={t('console.items.publish')}
            kind="secondary"
            about={item.name}
          />
        )}
        {mayStop && !isOff && item.status !== 'draft' && (
          <LinkButton href={decide('stop')} kind="danger" icon="warning">
            {t('console.items.stop')}
          </LinkButton>
        )}
        {mayDecide && isOff && (
          <ButtonForm
            name="lift"
            hidden={{}}
            label={t('console.items.lift')}
            kind="secondary"
            about={item.name}
          />
        )}
      </div>
      {mayTax && <TaxKindForm kind={item.tax_kind} answer={answer} />}
      <h2 className="type-d3 mb-4">{t('console.items.releases')}</h2>
      <DataTable
        label={t('console.items.releases')}
        rows={item.releases}
        empty={<p className="type-body text-ink2">{t('console.items.no_releases')}</p>}
        columns={[
          {
            name: t('console.item.release'),
            cell: (one) => (
              <>
                <bdi className="strong figures">{one.version}</bdi>{' '}
                {one.latest && <Badge tone="turquoise">{t('console.items.latest')}</Badge>}
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) =>
              !one.packaged ? (
                t('console.items.unpackaged')
              ) : (
                <Badge tone={one.state === 'published' ? 'green' : 'coral'}>
                  {one.state === 'published'
                    ? t('console.item.published')
                    : t(`console.release.${one.state}`)}
                </Badge>
              ),
          },
          {
            name: t('console.statement.at'),
            cell: (one) => one.published_at && dates.day(one.published_at),
          },
          {
            name: t('console.items.stores_now'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.stores, locale)}</span>,
          },
          ...(mayDecide
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (one: (typeof item.releases)[number]) =>
                    one.packaged &&
                    one.state !== 'yanked' && (
                      <span className="inline-flex flex-wrap justify-end gap-2">
                        {one.state === 'published' && (
                          <LinkButton href={decide('halt', one.version)} size="small" kind="quiet">
                            {t('console.items.halt')}
                          </LinkButton>
                        )}
                        {one.state === 'halted' && !isOff && (
                          <ButtonForm
                            name="offer"
                            hidden={{ version: one.version }}
                            label={t('console.items.offer')}
                            about={one.version}
                          />
                        )}
                        <LinkButton href={decide('yank', one.version)} size="small" kind="quiet">
                          {t('console.items.yank')}
                        </LinkButton>
                      </span>
                    ),
                },
              ]
            : []),
        ]}
      />
      <OnShops
        name={item.name}
        health={item.releases.length > 0 ? health : null}
        visibility={visibility}
        answer={answer}
      />
      <StatementTable rows={item.statements} />
      <SubjectTimeline {...timeline} />
    </>
  )
}

/** Which of a country's tax rates the item has. */
function TaxKindForm({ kind, answer }: { kind: TaxKind; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  return (
    <PostForm
      name="tax"
      answer={answer}
      submit={t('console.items.tax_save')}
      kind="quiet"
      className="mb-9 flex flex-wrap items-end gap-3"
    >
      <SelectField
        label={t('console.tax.kind')}
        name="kind"
        value={kind}
        options={TAX_KINDS.map((one) => ({ value: one, name: t(`console.tax.kind.${one}`) }))}
      />
    </PostForm>
  )
}

/** Said only where it is not in the lists. */
function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  const { t } = useWords()
  return visibility === 'listed' ? null : <Badge>{t(`portal.visibility.${visibility}`)}</Badge>
}

/** How its releases do on shops, and which stores see a private item. */
function OnShops({
  name,
  health,
  visibility,
  answer,
}: {
  name: string
  health: ItemHealth | null
  visibility: ItemVisibility
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  return (
    <>
      {health !== null && (
        <section className="mt-9" aria-label={t('console.health.title')}>
          <h2 className="type-d3 mb-1">{t('console.health.title')}</h2>
          <HealthView health={health} />
        </section>
      )}
      <div className="mt-9 grid gap-6">
        {visibility.visibility === 'private' && (
          <NamedStores
            page={visibility}
            answer={answer}
            hint={t('console.visibility.store_hint')}
          />
        )}
        {(visibility.may_write || visibility.retirement !== null) && (
          <RetirementForm
            page={visibility}
            name={name}
            answer={answer}
            hint={t('console.visibility.successor_hint')}
          />
        )}
      </div>
    </>
  )
}
