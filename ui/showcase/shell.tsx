import { Breadcrumb, BackLink } from '../breadcrumb.tsx'
import { Badge, Chip } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { ColourFacet, Facet, FacetMore, FacetPanel } from '../facet.tsx'
import { TextField } from '../field.tsx'
import { CheckoutHeader } from '../checkout-header.tsx'
import { FrameHeader } from '../frame-header.tsx'
import { LanguageMenu, SortMenu } from '../link-menu.tsx'
import { Columns } from '../page-grid.tsx'
import { SearchField } from '../search-field.tsx'
import { FooterLinks, SiteFooter, SmallFooter } from '../site-footer.tsx'
import { SiteHeader } from '../site-header.tsx'
import { SkipLink } from '../skip-link.tsx'
import { StoreChip } from '../store-chip.tsx'
import { Tabs } from '../tabs.tsx'
import { LinkButton } from '../button.tsx'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

/** Headers, footers, navigation, facets. */
export function ShellSections({ words }: Shown) {
  const { shell, sections, chips } = words
  const nav = shell.nav.map((name, n) => ({
    href: `#nav-${n}`,
    name,
    current: n === 0,
    note: n === 2 ? <Badge tone="coral">2</Badge> : undefined,
  }))
  const language = (
    <LanguageMenu
      label={shell.language}
      languages={[
        { code: 'tr', name: 'Türkçe', href: '?hl=tr', current: words.title.startsWith('Arasta b') },
        {
          code: 'en',
          name: 'English',
          href: '?hl=en',
          current: words.title.endsWith('components'),
        },
        { code: 'ar', name: 'العربية', href: '?hl=ar', current: words.title.startsWith('م') },
      ]}
    />
  )
  const search = (
    <SearchField action="/search" label={shell.search} placeholder={shell.search} slash />
  )
  const chip = (
    <StoreChip
      domain="magaza-1.demo.localhost"
      label={`${shell.store}: magaza-1.demo.localhost`}
      href="#"
    />
  )
  const labels = { nav: shell.navLabel, menu: shell.menu, search: shell.search, close: shell.close }
  const links = (name: string) => ({ href: `#${name}`, name })
  return (
    <Shows name={sections.shell} wide>
      <SkipLink>{shell.skip}</SkipLink>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <SiteHeader
          name="Arasta"
          nav={nav}
          language={language}
          search={search}
          account={chip}
          words={labels}
        />
        <div>
          <SiteHeader
            name="Arasta"
            ground="wall"
            nav={nav.slice(0, 2)}
            language={language}
            account={
              <LinkButton href="#" kind="secondary" size="small">
                {shell.enter}
              </LinkButton>
            }
            words={{ ...labels, nav: `${labels.nav} 2` }}
          />
          <div className="bg-stone pt-6 pb-10">
            <div className="page grid items-end gap-6 lg:grid-cols-2">
              <h3 className="type-d1">{shell.question}</h3>
              <SearchField
                action="/search"
                size="hero"
                label={`${shell.search} 2`}
                placeholder={shell.searchHint}
                button={shell.ask}
              />
            </div>
          </div>
        </div>
        <CheckoutHeader
          name="Arasta"
          title={shell.checkout}
          account={<StoreChip full domain="magaza-1.demo.localhost" label={shell.store} />}
        />
        <FrameHeader
          name="Arasta"
          home="#"
          nav={[{ ...nav[0]!, name: shell.discover }, nav[1]!, nav[2]!]}
          label={`${shell.navLabel} 3`}
          search={
            <SearchField action="/search" label={`${shell.search} 3`} placeholder={shell.search} />
          }
        />
        <div className="page flex flex-wrap items-center gap-6">
          <Breadcrumb label={shell.trail[0]} crumbs={shell.trail.map(links)} />
          <BackLink href="#">{words.apps[2]!.name}</BackLink>
          <Tabs
            label={shell.updates}
            tabs={[
              { href: '#all', name: shell.all, note: '6', current: true },
              { href: '#upd', name: shell.updates, note: <Badge tone="coral">2</Badge> },
            ]}
          />
          <SortMenu
            label={shell.sort}
            choices={shell.sorts.map((name, n) => ({ href: `#sort-${n}`, name, current: n === 0 }))}
          />
        </div>
        <div className="page">
          <Columns kind="list">
            <FacetPanel
              label={shell.filters}
              button={
                <>
                  {shell.filters} <Badge tone="turquoise">3</Badge>
                </>
              }
              close={shell.close}
              show={shell.show}
            >
              <Facet title={shell.facet}>
                {shell.facetNames.map((name, n) => (
                  <Checkbox
                    key={name}
                    name="style"
                    value={name}
                    defaultChecked={n === 0}
                    count={[16, 5, 0][n]}
                  >
                    {name}
                  </Checkbox>
                ))}
                <FacetMore label={shell.all}>
                  <Checkbox name="style" value="more" disabled count={0}>
                    {shell.facetNames[2]} 2
                  </Checkbox>
                </FacetMore>
              </Facet>
              <Facet title={shell.colour}>
                <ColourFacet
                  name="colour"
                  colours={[
                    '#d61f10',
                    '#e95420',
                    '#d9a21b',
                    '#78c2ad',
                    '#158cba',
                    '#2c3e50',
                    '#ffffff',
                  ].map((colour, n) => ({
                    value: colour,
                    colour,
                    label: colour,
                    chosen: n === 3,
                  }))}
                />
              </Facet>
            </FacetPanel>
            <div className="flex flex-wrap content-start items-center gap-2.5">
              <p className="type-body strong" aria-live="polite">
                {shell.show}
              </p>
              <Chip href="#" removes={`${chips.removes}: ${chips.light} 2`}>
                {chips.light}
              </Chip>
            </div>
          </Columns>
        </div>
        <SiteFooter
          label={`${shell.navLabel} 4`}
          note={shell.note}
          nav={{
            children: (
              <FooterLinks
                groups={shell.groups.map(([title, names]) => ({ title, links: names.map(links) }))}
              />
            ),
          }}
          wide={shell.groups.length > 3}
          newsletter={{
            title: shell.newsletter,
            text: shell.newsletterText,
            form: (
              <form action="/newsletter">
                <TextField
                  label={shell.mail}
                  type="email"
                  name="email"
                  autoComplete="email"
                  dir="ltr"
                  beside={
                    <Button type="submit" kind="secondary">
                      {shell.signUp}
                    </Button>
                  }
                />
              </form>
            ),
          }}
        />
        <SmallFooter text={shell.foot} links={shell.groups[2]![1].map(links)} />
      </div>
    </Shows>
  )
}
