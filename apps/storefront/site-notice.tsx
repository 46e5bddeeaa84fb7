import { Form, useLocation, useMatches } from 'react-router'
import type { SiteNotice as Facts } from '#modules/stores/platforms/contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { isolated } from './item-card.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'

/** Screens before an installation. */
const PLACES = ['home', 'detail', 'install', 'update']

/**
 * S2.31, D7: the shop's site is served through a CDN or from another host. Shown once, below the
 * header.
 */
export function SiteNotice({
  notice,
  storeId,
}: {
  notice: Facts | null
  storeId: string | undefined
}) {
  const { t, locale } = useWords()
  const { framed } = useShell()
  const { pathname, search } = useLocation()
  const paths = usePaths()
  const place =
    useMatches()
      .at(-1)
      ?.id.replace(/^market-/, '') ?? ''
  if (!notice || !PLACES.includes(place)) return null
  const words = notice.redirects_to
    ? t('site_notice.redirect', { host: isolated(notice.redirects_to, locale) })
    : t('site_notice.cdn', { cdn: isolated(notice.cdn ?? '', locale) })
  return (
    <div className={place === 'home' && !framed ? 'bg-stone' : undefined}>
      <Page className="pt-4">
        <Notice
          action={
            <Form method="post" action={paths.siteNotice} preventScrollReset>
              <input type="hidden" name="store" value={storeId ?? ''} />
              <input type="hidden" name="next" value={pathname + search} />
              <Button type="submit" kind="quiet" size="small">
                {t('site_notice.dismiss')}
              </Button>
            </Form>
          }
        >
          {words}
        </Notice>
      </Page>
    </div>
  )
}
