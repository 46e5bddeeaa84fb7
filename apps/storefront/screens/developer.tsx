import { type Developer, getDeveloper } from '#modules/publishing/partners/profile-contract.ts'
import { SELLER_FIELDS } from '#modules/publishing/partners/rules.ts'
import { DeveloperHead } from '#modules/publishing/partners/ui/developer-head.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HangingSection, Page } from '#ui/page-grid.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates, type Dates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { useWords, type Words } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import { Pages, readPage } from './detail/releases.tsx'
import { verifiedInWords } from './detail/developer.tsx'
import { ItemGrid } from './list/item-grid.tsx'
import type { Route } from './+types/developer.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.developer))]

const PER_PAGE = 24

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = readPage(url.searchParams.get('page'))
  const { data } = await context.get(screenContext).call(getDeveloper, {
    params: { developer: params.developer },
    query: { page, per_page: PER_PAGE },
  })
  return { developer: data, page }
}

/** A developer's page: description, verified facts, contact, items, and the seller's data. */
export default function DeveloperPage({ loaderData }: Route.ComponentProps) {
  const { developer, page } = loaderData
  const words = useWords()
  const dates = useDates()
  const { t, locale } = words
  const paths = usePaths()
  const facts = sellerFacts(developer, words, dates)
  return (
    <Page className="pt-8 pb-4 md:pt-12">
      <PageHead
        title={developer.name}
        description={developer.about ?? undefined}
        indexed={page === 1 && developer.total > 0}
      />
      <DeveloperHead
        name={developer.name}
        logo={developer.logo}
        about={developer.about}
        verified={verifiedInWords(developer.verified, words, dates)}
      >
        <Ways developer={developer} />
      </DeveloperHead>
      <div className="mt-9 md:mt-12">
        <HangingSection heading={t(`developer.items.${__MARKET__}`)}>
          {developer.items.length === 0 ? (
            <EmptyState title={t(`developer.none.${__MARKET__}`)} as="h3" />
          ) : (
            <ItemGrid items={developer.items} as="h3" first />
          )}
          <Pages
            page={page}
            total={developer.total}
            perPage={PER_PAGE}
            href={(next) =>
              withQuery(paths.developer(developer.slug), { page: next > 1 ? next : undefined })
            }
          />
        </HangingSection>
        <HangingSection heading={t('developer.seller')} id="seller">
          {facts.length > 0 && <FactList columns={facts.length > 1 ? 2 : 1} facts={facts} />}
          <p className="type-sm mt-3 text-ink2 first:mt-0">
            {facts.length > 0
              ? t('developer.seller_note')
              : t('developer.seller_unknown', { developer: isolated(developer.name, locale) })}
          </p>
        </HangingSection>
      </div>
    </Page>
  )
}

function Ways({
  developer: { website, support_url: page, support_email: mail, privacy_url: privacy },
}: {
  developer: Developer
}) {
  const { t } = useWords()
  if (!website && !page && !mail && !privacy) return null
  return (
    <ul className="type-body mt-3 flex flex-wrap gap-x-6 *:inline-flex *:min-h-9 *:items-center">
      {website && (
        <li>
          <TextLink href={website} rel="noreferrer">
            {t('detail.developer.site')}
          </TextLink>
        </li>
      )}
      {page && (
        <li>
          <TextLink href={page} rel="noreferrer">
            {t('developer.support_page')}
          </TextLink>
        </li>
      )}
      {mail && (
        <li className="min-w-0">
          <TextLink href={`mailto:${mail}`} className="wrap-anywhere-safe">
            <bdi dir="ltr">{mail}</bdi>
          </TextLink>
        </li>
      )}
      {privacy && (
        <li>
          <TextLink href={privacy} rel="noreferrer">
            {t('developer.privacy')}
          </TextLink>
        </li>
      )}
    </ul>
  )
}

/** Numbers and e-mail addresses are left to right in every language. */
const FROM_LEFT = new Set(['tax_number', 'registry_number', 'registered_mail', 'phone'])

const sellerFacts = ({ seller, since }: Developer, { t }: Words, dates: Dates) => {
  const facts = SELLER_FIELDS.flatMap((field) => {
    const said = seller[field]
    return said
      ? [
          {
            label: t(`developer.${field}`),
            value: FROM_LEFT.has(field) ? (
              <bdi dir="ltr">{said}</bdi>
            ) : (
              <span className="whitespace-pre-line">{said}</span>
            ),
          },
        ]
      : []
  })
  return facts.length === 0
    ? []
    : [...facts, { label: t('developer.since'), value: dates.day(since) }]
}
