import { AppCard, AppRow, RankRow } from '../app-card.tsx'
import { Badge } from '../badge.tsx'
import { CategoryRow, CategoryStrip } from '../category-row.tsx'
import { BannerRow } from '../banner.tsx'
import { categoryDrawings } from '../drawings.ts'
import { Stage } from '../stage.tsx'
import { ThemeCover, ThemeGrid, ThemeStreet } from '../theme-cover.tsx'
import { CategoryLinks } from '../category-links.tsx'
import { samplePictures } from './sample-pictures.ts'
import { sampleApps, sampleThemes } from './samples.ts'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

/** Cards, rows, covers, the street of bays, stages, and what is hard for them. */
export function CardSections({ words }: Shown) {
  const { sections, chips, hard, bays, themes, notes } = words
  const apps = sampleApps(words)
  const covers = sampleThemes(words)
  const scenes = Object.values(categoryDrawings)
  const order = [scenes[2], scenes[4], scenes[0], scenes[5], scenes[3], scenes[1], scenes[6]]
  const shops = bays.names.map(([name, count], n) => ({
    href: `#bay-${n}`,
    name,
    count,
    picture: order[n],
  }))
  const banner = ({ name, promise }: { name: string; promise: string }, href: string) => ({
    id: href,
    href,
    title: name,
    text: promise,
    action: themes.street,
  })
  return (
    <>
      <Shows name={sections.bays} wide>
        <CategoryRow bays={shops} label={bays.label} />
        <div className="page mt-8">
          <CategoryStrip bays={shops} label={`${bays.label} 2`} />
        </div>
        <div className="page mt-8">
          <CategoryLinks
            words={[...shops, { href: '#word', name: hard.long }].map(({ href, name }) => ({
              href: `${href}-word`,
              name,
              count: '12',
            }))}
            label={`${bays.label} 4`}
          />
        </div>
        <div className="mt-8">
          <CategoryRow
            bays={[
              ...shops.slice(0, 3),
              { href: '#bay-none', name: hard.word, count: shops[0]!.count },
            ]}
            label={`${bays.label} 3`}
          />
        </div>
      </Shows>
      <Shows name={sections.cards}>
        <div className="grid gap-4 lg:grid-cols-2">
          {apps.map((app, n) => (
            <AppCard
              key={app.href}
              app={
                n === 0
                  ? {
                      ...app,
                      rating: undefined,
                      badge: <Badge tone="turquoise">{chips.isNew}</Badge>,
                    }
                  : app
              }
              owned={n === 2 && <Badge tone="green">{words.shell.nav[2]}</Badge>}
            />
          ))}
          <AppCard
            app={{
              ...apps[2]!,
              name: hard.long,
              promise: hard.promise,
              price: {
                text: words.prices.sale,
                before: words.prices.before,
                beforeLabel: words.prices.was,
              },
            }}
          />
          <AppCard
            app={{
              ...apps[0]!,
              name: hard.word,
              promise: hard.word,
              icon: null,
              rating: undefined,
              installs: undefined,
              permissions: undefined,
              price: { text: words.prices.inApp },
            }}
          />
        </div>
        <div className="mt-8 grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {apps.map((app) => (
            <div key={app.href} className="border-t border-line py-4.5">
              <AppRow app={app} note={notes.date} />
            </div>
          ))}
          <div className="border-t border-line py-4.5">
            <AppRow
              app={{
                ...apps[1]!,
                name: hard.long,
                promise: hard.promise,
                price: { text: words.prices.inApp },
              }}
            />
          </div>
        </div>
        <ol className="mt-6 max-w-105">
          {[...apps, { ...apps[0]!, name: hard.word, href: '#long' }].map((app, n) => (
            <li key={app.href} className="border-t border-line py-3.5 first:border-0">
              <RankRow app={app} rank={`${n + 1}`} />
            </li>
          ))}
        </ol>
      </Shows>
      <Shows name={sections.covers} wide>
        <div className="bg-stone py-10">
          <ThemeStreet label={themes.street}>
            {covers.map((theme) => (
              <li key={theme.href}>
                <ThemeCover theme={theme} />
              </li>
            ))}
          </ThemeStreet>
        </div>
        <div className="page mt-12">
          <ThemeGrid>
            {[...covers, { ...covers[1]!, name: hard.word, href: '#w' }].slice(1).map((theme) => (
              <ThemeCover key={theme.href} theme={theme} />
            ))}
          </ThemeGrid>
        </div>
      </Shows>
      <Shows name={sections.stage}>
        <div className="grid gap-5 lg:grid-cols-2">
          <Stage
            ground="#c8452f"
            {...samplePictures('#2c3e50', '#18bc9c')}
            alt={apps[2]!.promise}
            noPicture={themes.noPicture}
          />
          <Stage ground="#1d6a4f" alt="" noPicture={themes.noPicture} shape="wide" />
        </div>
        <BannerRow
          className="mt-8"
          banners={[
            {
              ...banner(apps[1]!, '#banner-1'),
              ground: '#2f7d5b',
              picture: samplePictures('#2c3e50', '#18bc9c').desktop,
            },
            {
              ...banner({ name: hard.long, promise: hard.promise }, '#banner-2'),
              outside: bays.label,
              ground: '#7a4a86',
            },
          ]}
        />
        <BannerRow className="mt-4" low banners={[banner(apps[0]!, '#banner-3')]} />
      </Shows>
    </>
  )
}
