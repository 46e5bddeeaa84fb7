import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeHomeDraft,
  discardHomeDraft,
  getHomeArrangement,
  publishHome,
  restoreHome,
} from '#modules/catalog/home-contract.ts'
import { readLocale } from '#lib/locale.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, FormDone, FormError, useFormAnswer } from '../forms.tsx'
import { linesOf } from '../home-page/lines.ts'
import { HomePreview, useHomePageAddress } from '../home-page/preview.tsx'
import { SectionsTable } from '../home-page/sections-table.tsx'
import { momentOf } from '../moment-field.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { StayLinks } from '../review/stay-link.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  const query = new URL(request.url).searchParams
  const market: Market = query.get('market') === 'theme' ? 'theme' : 'app'
  const languages = [...screen.languages]
  const language =
    readLocale(query.get('lang') ?? undefined, languages) ??
    readLocale(screen.locale, languages) ??
    languages[0] ??
    screen.locale
  const platform = /^[1-9]\d{0,3}$/.exec(query.get('platform') ?? '')?.[0]
  const asked = momentOf(
    (name) => query.get(name) ?? (name === 'on_zone' ? screen.timeZone : ''),
    'on',
  )
  const at = Date.parse(asked ?? '')
  const on = Number.isNaN(at) ? null : new Date(at).toISOString()
  return {
    market,
    language,
    on,
    mayChange: role === 'admin' || role === 'reviewer',
    home: await screen.call(getHomeArrangement, {
      params: { market },
      query: {
        locale: language,
        ...(platform !== undefined && { platform_id: platform }),
        ...(on !== null && { on }),
      },
    }),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const params = { market: text('market') as Market }
  const revision = text('revision')
  switch (text('form')) {
    case 'arrange':
      return submit(changeHomeDraft, { params, body: { revision, lines: linesOf(form) } })
    case 'discard':
      return submit(discardHomeDraft, { params, query: { revision } })
    case 'publish':
      return submit(publishHome, { params, body: { revision } })
    case 'restore':
      return submit(restoreHome, { params, body: { version: text('version') } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** The home page of a market, arranged beside the page itself. */
export default function OperatorHomePage() {
  const { t } = useWords()
  const { market, language, on, mayChange, home } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const address = useHomePageAddress()
  return (
    <StayLinks>
      <PageHeader
        title={t('console.home_page.title')}
        lead={t('console.home_page.lead')}
        end={
          <Tabs
            label={t('console.items.market')}
            tabs={MARKETS.map((one) => ({
              href: address({ market: one, platform: null }),
              name: t(`console.figures.market.${one}`),
              current: one === market,
            }))}
          />
        }
      />
      <FormError answer={answer} className="mb-5" />
      <FormDone answer={answer} form="publish" className="mb-5">
        {t('console.home_page.published')}
      </FormDone>
      <FormDone answer={answer} form="restore" className="mb-5">
        {t('console.home_page.restored')}
      </FormDone>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Status />
          <SectionsTable
            key={market}
            market={market}
            revision={home.draft?.revision ?? 0}
            lines={home.lines}
            mayChange={mayChange}
          />
        </div>
        <HomePreview preview={home.preview} sites={home.sites} language={language} on={on} />
      </div>
    </StayLinks>
  )
}

/** Whose draft it is, what is live, and what can be done about them. */
function Status() {
  const { t } = useWords()
  const dates = useDates()
  const { market, mayChange, home } = useLoaderData<typeof loader>()
  const { live, draft, usual } = home
  const who = draft?.changed_by ?? t('console.home_page.somebody')
  const title = t(`console.figures.market.${market}`)
  return (
    <div className="mb-5 grid gap-3">
      {draft && !draft.mine && (
        <Notice tone="attention">
          {t('console.home_page.draft_of', { who, time: dates.time(draft.changed_at) })}
        </Notice>
      )}
      <p className="type-sm text-ink2">
        {draft?.mine && (
          <span className="block">
            {t('console.home_page.draft_mine', { time: dates.time(draft.changed_at) })}
          </span>
        )}
        <span className="block">
          {live
            ? t('console.home_page.live', {
                who: live.published_by ?? t('console.home_page.somebody'),
                time: dates.time(live.published_at),
              })
            : t('console.home_page.never')}
          {live && usual && ` ${t('console.home_page.usual')}`}
        </span>
      </p>
      {mayChange && (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
          {draft && (
            <>
              <ButtonForm
                name="publish"
                hidden={{ market, revision: String(draft.revision) }}
                label={t('console.home_page.publish')}
                kind="primary"
                about={title}
              />
              <ButtonForm
                name="discard"
                hidden={{ market, revision: String(draft.revision) }}
                label={t('console.home_page.discard')}
                confirm={t('console.home_page.discard_confirm')}
                about={title}
              />
            </>
          )}
          {live && (
            <ButtonForm
              name="restore"
              hidden={{ market, version: String(live.version) }}
              label={t('console.home_page.back')}
              about={title}
            />
          )}
        </div>
      )}
    </div>
  )
}
