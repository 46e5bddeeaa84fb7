import { ChartSections } from './showcase/charts.tsx'
import { CardSections } from './showcase/cards.tsx'
import { FlowSections } from './showcase/flow.tsx'
import { FoundationSections } from './showcase/foundations.tsx'
import { DeviceSections, LayoutSections } from './showcase/layout.tsx'
import { PurchaseSections } from './showcase/purchase.tsx'
import { ShellSections } from './showcase/shell.tsx'
import { StateSections } from './showcase/states.tsx'
import { showcaseWords } from './showcase/words.ts'
import { Logo } from './logo.tsx'

/** Every component and state on one page. Direction and mode are those of the page it stands in. */
export function Showcase({ language }: { language: string }) {
  const words = showcaseWords[language] ?? showcaseWords.en!
  return (
    <div className="pb-20">
      <header className="page flex flex-wrap items-center justify-between gap-4 py-9">
        <div>
          <h1 className="type-title">{words.title}</h1>
          <p className="type-lg text-ink2">{words.lead}</p>
        </div>
        <Logo name="Arasta" href="#" />
      </header>
      <main id="main">
        <FoundationSections words={words} />
        <CardSections words={words} />
        <FlowSections words={words} />
        <PurchaseSections words={words} />
        <StateSections words={words} />
        <ChartSections words={words} />
        <DeviceSections words={words} />
        <LayoutSections words={words} />
        <ShellSections words={words} />
      </main>
    </div>
  )
}
