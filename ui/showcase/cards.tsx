import { AppCard, AppRow, RankRow } from '../app-card.tsx'
import { Badge } from '../badge.tsx'
import { CategoryRow, CategoryStrip } from '../category-row.tsx'
import { BannerRow } from '../banner.tsx'
import { categoryDrawings } from '../drawings.ts'
import { ShopCard } from '../shop-card.tsx'
import { Stage } from '../stage.tsx'
import { ThemeCover, ThemeGrid, ThemeRow } from '../theme-cover.tsx'
import { CategoryLinks } from '../category-links.tsx'
import { appDrawings, sampleApps, samplePictures, sampleThemes } from './samples.ts'
import { type Shown, Shows } from './section.tsx'
import { AppIcon } from '../app-icon.tsx'
import { Button, LinkButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { TextField } from '../field.tsx'
import {
  OrderSummary,
  SummaryBar,
  SummaryItem,
  SummaryLines,
  SummaryPart,
} from '../order-summary.tsx'
import { CheckList, FactList, KeyFigures, Panel, PanelLink, PanelPart, Works } from '../panel.tsx'
import { MobileBar } from '../mobile-bar.tsx'
import { PermissionList, PermissionRow } from '../permission-row.tsx'
import { PlainPrice, Price } from '../amount.tsx'

/** Cards, rows, covers, categories and stages, with edge cases. */
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
        <CategoryRow tiles={shops} label={bays.label} />
        <div className="page mt-8">
          <CategoryStrip tiles={shops} label={`${bays.label} 2`} />
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
            tiles={[
              ...shops.slice(0, 3),
              { href: '#bay-none', name: hard.word, count: shops[0]!.count },
            ]}
            label={`${bays.label} 3`}
          />
        </div>
      </Shows>
      <Shows name={sections.cards}>
        <div className="shop-grid mb-8">
          {[...apps.slice(0, 2), { ...apps[2]!, name: hard.long, promise: hard.promise }].map(
            (app, n) => (
              <div key={app.href} className="shop-cell">
                <ShopCard
                  app={{
                    ...app,
                    href: `${app.href}-shop`,
                    ground: covers[n]?.primary,
                    // the last one has no picture yet
                    ...(n < 2 && { desktop: covers[n]?.desktop, phone: covers[n]?.phone }),
                    noPicture: themes.noPicture,
                    version: '1.2.0',
                  }}
                />
              </div>
            ),
          )}
        </div>
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
          <ThemeRow label={themes.street}>
            {covers.map((theme) => (
              <li key={theme.href}>
                <ThemeCover theme={theme} />
              </li>
            ))}
          </ThemeRow>
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

/** An item's panel and an order's summary, with their mobile bars. */
export function PurchaseSections({ words }: Shown) {
  const { sections, panel, order, prices, permissions, apps, fields } = words
  const lines = order.lines.map(([label, amount], n) => ({ label, amount, discount: n === 1 }))
  const total = { label: order.total, amount: order.totalAmount }
  return (
    <>
      <Shows name={sections.panel}>
        <div className="grid gap-9 lg:grid-cols-[372px_minmax(0,1fr)]">
          <Panel>
            <PanelPart>
              <PlainPrice text={prices.list} terms={prices.terms} />
              <Works className="mt-2.5">{panel.works}</Works>
              <LinkButton href="#" size="large" wide className="mt-4">
                {panel.buy}
              </LinkButton>
              <p className="type-sm mt-3 text-center text-ink2">{panel.next}</p>
            </PanelPart>
            <PanelPart>
              <h3 className="type-d4 mb-3">{permissions.title}</h3>
              <PermissionList>
                <PermissionRow
                  kind="block"
                  title={permissions.rows[0]![0]}
                  reason={permissions.rows[0]![1]}
                />
                <PermissionRow title={permissions.not[0]} reason={permissions.not[1]} />
              </PermissionList>
            </PanelPart>
            <PanelPart>
              <CheckList items={panel.promises} />
            </PanelPart>
            <PanelPart className="py-3">
              <PanelLink href="#" icon="document">
                {panel.support}
              </PanelLink>
              <PanelLink href="#" icon="mail">
                {panel.write}
              </PanelLink>
            </PanelPart>
          </Panel>
          <div className="grid content-start gap-8">
            <KeyFigures
              figures={panel.figures.map(([label, figure, note]) => ({ label, figure, note }))}
            />
            <FactList columns={2} facts={panel.facts.map(([label, value]) => ({ label, value }))} />
          </div>
        </div>
        <MobileBar
          className="static mx-0 mt-6"
          price={<Price text={prices.list} className="type-lg strong" />}
          button={<Button wide>{panel.buy}</Button>}
        />
      </Shows>
      <Shows name={sections.order}>
        <OrderSummary label={order.title} className="max-w-100">
          <SummaryPart>
            <SummaryItem
              icon={<AppIcon src={appDrawings.date} size={56} />}
              name={apps[2]!.name}
              note={order.terms}
            />
          </SummaryPart>
          <SummaryPart>
            <TextField
              label={order.coupon}
              defaultValue="ARASTA10"
              dir="ltr"
              beside={<Button kind="secondary">{order.apply}</Button>}
            />
          </SummaryPart>
          <SummaryPart>
            <SummaryLines lines={lines} total={total} />
          </SummaryPart>
          <SummaryPart>
            <Checkbox name="agree">{fields.agree}</Checkbox>
            <Button size="large" wide className="mt-3">
              {order.pay}
            </Button>
            <p className="type-sm mt-3 text-center text-ink2">{order.after}</p>
          </SummaryPart>
        </OrderSummary>
        <SummaryBar
          id="summary-drawer"
          className="static mx-0 mt-6"
          label={order.title}
          close={order.close}
          total={order.totalAmount}
          button={<Button wide>{order.pay}</Button>}
        >
          <SummaryLines lines={lines} total={total} />
        </SummaryBar>
      </Shows>
    </>
  )
}
