import { directionOf, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { AppCard } from '#ui/app-card.tsx'
import { groundOf, letterOf } from '#ui/app-icon.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { ThemeCover } from '#ui/theme-cover.tsx'
import { useWords } from '../words.tsx'
import { pictureOf, picturesIn, priceOf } from './content.ts'
import { ListingPage } from './listing-page.tsx'
import type { Content, Seen } from './read-form.ts'

/** The listing in one language, as a card and on its own page, with the storefront's components. */
export function ListingPreview({
  market,
  seen,
  content,
  language,
}: {
  market: Market
  seen: Seen
  content: Content
  language: Locale
}) {
  const words = useWords()
  const { t } = words
  const name = seen.name || t('portal.preview.no_name')
  const price = priceOf(content, words)
  const { desktop, phone } = picturesIn(content, language)
  return (
    <Panel as="section" label={t('portal.preview.title')}>
      <PanelPart>
        <h2 className="type-d4">{t('portal.preview.title')}</h2>
        <h3 className="type-sm mt-4 mb-2 text-ink2">{t('portal.preview.list')}</h3>
        <div lang={language} dir={directionOf(language)} inert>
          {market === 'app' ? (
            <AppCard app={{ href: '#', name, promise: seen.tagline, icon: content.icon, price }} />
          ) : (
            <div className="max-w-80">
              <ThemeCover
                theme={{
                  href: '#',
                  name,
                  price,
                  primary: content.swatches[0] ?? content.ground ?? groundOf(name),
                  letter: letterOf(name),
                  swatches: content.swatches.slice(0, 4),
                  swatchesLabel: t('portal.preview.colours'),
                  noPicture: t('portal.preview.no_picture'),
                  ...(desktop && { desktop: pictureOf(desktop) }),
                  ...(phone && { phone: pictureOf(phone) }),
                }}
              />
            </div>
          )}
        </div>
      </PanelPart>
      <PanelPart>
        <h3 className="type-sm mb-3 text-ink2">{t('portal.preview.page')}</h3>
        <ListingPage market={market} seen={seen} content={content} language={language} />
      </PanelPart>
    </Panel>
  )
}
