import { useMemo, useState } from 'react'
import { data, useLocation } from 'react-router'
import { openPreviewLink } from '#modules/installs/preview-link-contract.ts'
import { Segmented } from '#ui/choice.tsx'
import { DEVICES, DeviceLinks } from '#ui/device-frame.tsx'
import { LinkMenu } from '#ui/link-menu.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useDates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withChangedQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { pageOf, ShopStage, useNarrow } from '../shop-stage/shop-stage.tsx'
import { placesOf, type Side, useShopFrames } from '../shop-stage/use-shop-frames.ts'
import { isToken, validWhen } from '../validity.ts'
import { MENU, MenuName, pageLinks, pageName } from './preview/toolbar.tsx'
import type { Route } from './+types/shared-preview.ts'

export const middleware = [validWhen(({ params }) => isToken(params.token))]

/** What an owner shows a colleague: without a session, and nothing of the owner's account. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const token = params.token ?? ''
  const [opened, before] = await Promise.all([
    screen.attempt(openPreviewLink, { body: { token } }),
    screen.attempt(openPreviewLink, { body: { token, without_item: true } }),
  ])
  if (!opened.ok) {
    const { code, message, statusCode } = opened.error
    const failure = { isOver: code === 'installs.link_over', message }
    return data({ failure, shown: null }, { status: statusCode })
  }
  const shown = { ...opened.answer.data, before: before.ok ? before.answer.data.preview : null }
  return data({ failure: null, shown })
}

/** Another device or page of the same shop needs no new preview. */
export const shouldRevalidate = () => false

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>['data']['shown']>

export default function SharedPreview({ loaderData: { failure, shown } }: Route.ComponentProps) {
  if (shown) return <Shop shown={shown} />
  return <Ended {...failure} />
}

function Ended({ isOver, message }: { isOver: boolean; message: string }) {
  const { t } = useWords()
  const paths = usePaths()
  const title = isOver ? t('preview.shared.over') : message
  return (
    <div className="page grid flex-1 place-content-center">
      <PageHead title={title} indexed={false} />
      <EmptyState
        as="h1"
        title={<span className="type-d2">{title}</span>}
        action={
          <LinkButton href={paths.home} kind="secondary">
            {t('preview.shared.market')}
          </LinkButton>
        }
      >
        {t(isOver ? 'preview.shared.over_text' : 'preview.failed.text')}
      </EmptyState>
    </div>
  )
}

function Shop({ shown: { item, expires_at: until, preview, before } }: { shown: Shown }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const location = useLocation()
  const asked = new URLSearchParams(location.search)
  const isNarrow = useNarrow()
  const chosen = DEVICES.find((device) => device === asked.get('device'))
  const wanted = pageOf(preview, asked.get('page'))
  const shop = useShopFrames({
    origins: { before: before?.url ?? null, after: preview.url },
    path: wanted?.path ?? '/',
    location,
    places: useMemo(() => placesOf(preview), [preview]),
  })
  const [side, setSide] = useState<Side>('after')
  const page = shop.told
    ? preview.pages.find((one) => one.path === shop.told?.path)?.page
    : wanted?.page
  const title = t('preview.frame', { item: item.name, shop: preview.shop.domain })
  const link = (changes: Record<string, string | undefined>) => withChangedQuery(location, changes)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead title={title} indexed={false} />
      <header className="relative z-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-paper px-(--gutter) py-2">
        <div className="min-w-40 flex-1 max-md:basis-full">
          <h1 className="type-label wrap-anywhere-safe md:type-d4">
            {t('preview.frame', {
              item: isolated(item.name, locale),
              shop: isolated(preview.shop.domain, locale),
            })}
          </h1>
          <p className="type-xs text-ink2">
            {t('preview.shared.until', { time: dates.minute(until) })}
          </p>
        </div>
        <LinkMenu
          label={t('preview.page.label')}
          buttonClassName={`${MENU} min-h-11`}
          button={
            <MenuName>{page === undefined ? t('preview.page.label') : pageName(page, t)}</MenuName>
          }
          links={pageLinks(preview, page, link, t)}
        />
        {before && (
          <Segmented
            label={t('preview.sides')}
            name="side"
            value={side}
            onChange={(value) => setSide(value as Side)}
            // By CSS, so that the shop does not move when the page wakes.
            className="flex-nowrap p-px min-[700px]:hidden [&>label]:min-h-11 [&>label]:px-2.5"
            segments={[
              { value: 'before', label: t('preview.before') },
              { value: 'after', label: t('preview.after') },
            ]}
          />
        )}
        <DeviceLinks
          label={t('preview.device.label')}
          className="max-md:hidden"
          links={DEVICES.map((one) => ({
            device: one,
            name: t(`detail.preview.${one}`),
            href: link({ device: one }),
            current: one === (chosen ?? (isNarrow ? 'phone' : 'desktop')),
          }))}
        />
      </header>
      {shop.told?.failed ? (
        <Ended isOver={false} message={t('preview.failed.title')} />
      ) : (
        <ShopStage
          shop={shop}
          title={title}
          domain={preview.shop.domain}
          device={chosen ?? 'auto'}
          side={side}
          ground={item.swatches[0]}
          className="min-h-0 flex-1"
        />
      )}
    </div>
  )
}
