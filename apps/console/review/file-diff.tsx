import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Anchor } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { useWords } from '../words.tsx'
import { useReviewAddress } from './address.ts'
import {
  type NumberedLine,
  type Stretch,
  foldLines,
  numberLines,
  pageOfLine,
  pagesOf,
  visibleText,
} from './fold-lines.ts'
import type { Finding, ReviewFile } from './review.ts'

const MOST_LINES = 400
/** A longer fold is not opened here: whoever reads all of it has the package. */
const MOST_FOLDED = 400

type OnQuote = ((finding: Finding) => void) | undefined

/** A file before and after, by lines; each finding stands below its line. */
export function FileDiff({
  file,
  texts,
  findings,
  onQuote,
}: {
  file: ReviewFile
  texts: NonNullable<ReviewFile['texts']>
  findings: readonly Finding[]
  onQuote: OnQuote
}) {
  const { t, locale } = useWords()
  const [query] = useSearchParams()
  const address = useReviewAddress()
  // The list is new at each rendering, the diff is not.
  const found = findings.flatMap((one) => (one.line === null ? [] : [one.line])).join(' ')
  const { pages, added, gone } = useMemo(() => {
    const lines = numberLines(diffLines(...withoutLastBreak(texts)))
    const open = new Set(found.split(' ').map(Number))
    return {
      pages: pagesOf(foldLines(lines, open), MOST_LINES),
      added: lines.filter((one) => one.what === 'new').length,
      gone: lines.filter((one) => one.what === 'gone').length,
    }
  }, [texts, found])
  const asked = findings.find((one) => String(one.number) === query.get('finding'))
  const part = Math.min(
    pages.length,
    Math.max(1, Number(query.get('part')) || (asked?.line ? pageOfLine(pages, asked.line) : 1)),
  )
  const shown = pages[part - 1] ?? []
  const below = (line: NumberedLine) =>
    findings.filter((one) => one.line !== null && one.line === line.after)
  return (
    <>
      {findings
        .filter((one) => one.line === null)
        .map((one) => (
          <FindingCard key={one.number} finding={one} onQuote={onQuote} className="m-3" />
        ))}
      <p className="px-3 pt-2 type-xs text-ink2 figures">
        <bdi>
          +{countOf(added, locale)} −{countOf(gone, locale)}
        </bdi>
      </p>
      <div
        dir="ltr"
        role="region"
        tabIndex={0}
        aria-label={t('console.queue.diff', { name: file.path })}
        className="overflow-auto py-1.5 text-start -outline-offset-3 md:max-h-150"
      >
        {shown.map((stretch, index) => (
          <StretchLines key={index} stretch={stretch} below={below} onQuote={onQuote} />
        ))}
      </div>
      {pages.length > 1 && (
        <p className="flex flex-wrap justify-between gap-3 border-t border-line px-3 py-2 type-sm">
          {part > 1 && (
            <Anchor href={address({ part: String(part - 1) }, 'package')} className="link">
              {t('console.review.back')}
            </Anchor>
          )}
          <span className="text-ink2">
            {t('console.review.page', {
              page: countOf(part, locale),
              of: countOf(pages.length, locale),
            })}
          </span>
          {part < pages.length && (
            <Anchor href={address({ part: String(part + 1) }, 'package')} className="link">
              {t('console.next')}
            </Anchor>
          )}
        </p>
      )}
    </>
  )
}

/** A file that ends with a line break has no empty line behind it. */
const withoutLastBreak = ({ before, after }: { before: string; after: string }) =>
  [before, after].every((one) => one === '' || one.endsWith('\n'))
    ? ([before.slice(0, -1), after.slice(0, -1)] as const)
    : ([before, after] as const)

function StretchLines({
  stretch,
  below,
  onQuote,
}: {
  stretch: Stretch
  below(line: NumberedLine): Finding[]
  onQuote: OnQuote
}) {
  const { t } = useWords()
  const { lines, isFolded } = stretch
  const list = (
    <ul className="list-none type-xs [font-family:ui-monospace,monospace]">
      {lines.map((line, index) => (
        <li key={index}>
          <Line line={line} />
          {below(line).map((one) => (
            <FindingCard
              key={one.number}
              finding={one}
              onQuote={onQuote}
              className="my-1.5 me-3 ms-3 md:ms-24"
            />
          ))}
        </li>
      ))}
    </ul>
  )
  if (!isFolded) return list
  const name = t('console.review.same_lines', { count: lines.length })
  if (lines.length > MOST_FOLDED)
    return <p className="bg-stone px-3 py-1.5 ps-24 type-xs text-ink2">{name}</p>
  return (
    <details>
      <summary className="cursor-pointer bg-stone px-3 py-1.5 ps-24 type-xs text-ink2 hover:text-ink">
        {name}
      </summary>
      {list}
    </details>
  )
}

const LOOK = {
  same: { sign: ' ', row: '' },
  gone: { sign: '−', row: 'bg-coral-tint text-coral-text' },
  new: { sign: '+', row: 'bg-green-tint text-green' },
} as const

function Line({ line }: { line: NumberedLine }) {
  const { t } = useWords()
  return (
    <div className={classes('flex gap-2 px-3 py-0.5', LOOK[line.what].row)}>
      {[line.before, line.after].map((number, index) => (
        <span
          key={index}
          aria-hidden="true"
          className="w-8 shrink-0 text-end text-ink2 select-none figures"
        >
          {number}
        </span>
      ))}
      <span aria-hidden="true" className="w-3 shrink-0 text-center select-none">
        {LOOK[line.what].sign}
      </span>
      {line.what !== 'same' && (
        <span className="sr-only">
          {t(line.what === 'gone' ? 'console.queue.gone' : 'console.queue.added')}
        </span>
      )}
      <code className="min-w-0 whitespace-pre-wrap wrap-anywhere-safe">
        {visibleText(line.text)}
      </code>
    </div>
  )
}

/** What was found, what it means, what to do. The one that the address names has the focus. */
export function FindingCard({
  finding,
  onQuote,
  className,
}: {
  finding: Finding
  onQuote: OnQuote
  className?: string
}) {
  const { t, locale } = useWords()
  const [query] = useSearchParams()
  const card = useRef<HTMLElement>(null)
  const isAsked = String(finding.number) === query.get('finding')
  useEffect(() => {
    if (!isAsked) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  return (
    <article
      ref={card}
      id={`finding-${finding.number}`}
      tabIndex={-1}
      dir="auto"
      aria-label={finding.wrong}
      className={classes(
        'scroll-mt-24 rounded-control border border-s-4 bg-card px-3 py-2',
        finding.isFault ? 'border-coral-text' : 'border-line2',
        className,
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 type-sm strong">
        <span className="min-w-0 wrap-anywhere-safe">{finding.wrong}</span>
        {finding.isFault && (
          <code dir="ltr" className="rounded-full bg-stone2 px-2 type-xs">
            {finding.rule}
          </code>
        )}
        {finding.line !== null && (
          <span className="ms-auto type-xs regular text-ink2">
            {t('console.review.line', { line: countOf(finding.line, locale) })}
          </span>
        )}
      </p>
      <p className="mt-0.5 type-sm wrap-anywhere-safe">{finding.mend}</p>
      {finding.evidence && (
        <code dir="ltr" className="mt-1 block text-start type-xs wrap-anywhere-safe text-ink2">
          {visibleText(finding.evidence)}
        </code>
      )}
      {onQuote && (
        <Button size="small" kind="quiet" className="mt-1" onClick={() => onQuote(finding)}>
          {t('console.review.quote')}
        </Button>
      )}
    </article>
  )
}
