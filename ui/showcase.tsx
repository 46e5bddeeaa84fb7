import { CardSections, PurchaseSections } from './showcase/cards.tsx'
import { FlowSections } from './showcase/flow.tsx'
import { FoundationSections } from './showcase/foundations.tsx'
import { ShellSections } from './showcase/shell.tsx'
import { ChartSections, DeviceSections, LayoutSections, StateSections } from './showcase/states.tsx'
import { Logo } from './logo.tsx'
import type { ShowcaseWords } from './showcase/showcase-words.ts'
import { ar } from './showcase/words-ar.ts'
import { en } from './showcase/words-en.ts'
import { tr } from './showcase/words-tr.ts'

/** All components and states on one page, in the direction and color scheme of that page. */
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

export const showcaseWords: Record<string, ShowcaseWords> = { tr, en, ar }
