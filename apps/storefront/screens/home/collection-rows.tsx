import { Anchor } from '#ui/link.tsx'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { Stage } from '#ui/stage.tsx'
import { ThemeStreet } from '#ui/theme-cover.tsx'
import { ItemAppRow, ItemCover, pictureOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ItemGrid } from '../list/item-grid.tsx'
import type { HomeData } from './home-parts.tsx'

/** More than an operator should put here; the page ends somewhere. */
export const COLLECTIONS_SHOWN = 6

type Collection = HomeData['collections'][number]

/** As many rows as stand beside a window without being longer than it. */
const BESIDE_WINDOW = 5
/** Fewer themes than this stand side by side; more make a street that leaves the page. */
const A_STREET = 4

/**
 * Apps that somebody chose: beside a window with one of them in it, the windows now at the one side
 * and now at the other.
 */
export function AppCollection({ collection, turned }: { collection: Collection; turned: boolean }) {
  const { t } = useWords()
  const paths = usePaths()
  const { name, lead, items } = collection
  const shown = items.find((item) => item.cover)
  if (!shown?.cover || items.length > BESIDE_WINDOW) {
    return (
      <section className="later">
        <SectionHeading title={name} lead={lead} />
        <ul className="grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {items.map((item) => (
            <li key={item.id} className="border-t border-line py-4">
              <ItemAppRow item={item} still />
            </li>
          ))}
        </ul>
      </section>
    )
  }
  const stage = (
    <div className="relative self-start">
      <Stage
        ground={shown.ground ?? undefined}
        shape={items.length > 3 ? 'tall' : 'wide'}
        alt={shown.cover.desktop.alt || t('list.picture_alt', { item: shown.name })}
        noPicture={t('card.no_picture')}
        desktop={pictureOf(shown.cover.desktop)}
        phone={shown.cover.phone ? pictureOf(shown.cover.phone) : undefined}
      />
      {/* who presses the picture means the app in it; its own link stands in the row */}
      <Anchor
        href={paths.item(shown.slug)}
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0"
      />
    </div>
  )
  return (
    <section className="later">
      <Columns kind={turned ? 'editorial' : 'editorial-turned'}>
        <div className={turned ? 'lg:order-2' : undefined}>
          <SectionHeading title={name} lead={lead} />
          <ul className="grid">
            {items.map((item) => (
              <li key={item.id} className="border-t border-line py-4">
                <ItemAppRow item={item} still />
              </li>
            ))}
          </ul>
        </div>
        {stage}
      </Columns>
    </section>
  )
}

/** Themes that somebody chose, along a street of their own. */
export function ThemeCollection({ collection }: { collection: Collection }) {
  const { name, lead, items } = collection
  const heading = <SectionHeading title={name} lead={lead} />
  if (items.length < A_STREET) {
    return (
      <section className="later">
        <Page>
          {heading}
          <ItemGrid items={items} still />
        </Page>
      </section>
    )
  }
  return (
    <section className="later">
      <Page>{heading}</Page>
      <ThemeStreet label={name}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemCover item={item} still />
          </li>
        ))}
      </ThemeStreet>
    </section>
  )
}
