import { directionOf, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { CheckList } from '#ui/panel.tsx'
import { PermissionList, PermissionRow } from '#ui/permission-row.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/amount.tsx'
import { useWords } from '../words.tsx'
import { counterpart, markWords } from './mark-words.ts'
import { pictureOf, picturesIn, priceOf } from './content.ts'
import type { Content, Row, Seen } from './read-form.ts'

/** The other version of the listing; what differs from it is marked. */
export interface Other {
  seen: Seen
  content: Content
  /** Where this one stands: what is marked goes, or comes. */
  side: 'before' | 'after'
}

/** The item's own page in the store, in one language. */
export function ListingPage({
  market,
  seen,
  content,
  language,
  other,
  inRow = false,
}: {
  market: Market
  seen: Seen
  content: Content
  language: Locale
  other?: Other | undefined
  /** Pictures in a row that scrolls, instead of one below the other. */
  inRow?: boolean
}) {
  const words = useWords()
  const name = seen.name || words.t('portal.preview.no_name')
  const price = priceOf(content, words)
  const marked = (text: string, was: string | undefined) => (
    <Marked text={text} was={other && (was ?? '')} side={other?.side} />
  )
  const rows = (kind: 'block' | undefined, mine: Row[], others: Row[] | undefined) =>
    mine.map((row, index) => (
      <PermissionRow
        key={index}
        {...(kind && { kind })}
        title={marked(row.title, others && at(row.title, index, others, 'title'))}
        reason={marked(row.text, others && at(row.text, index, others, 'text'))}
      />
    ))
  const isOtherPrice = other && priceOf(other.content, words).text !== price.text
  return (
    <div lang={language} dir={directionOf(language)} className="grid min-w-0 gap-5">
      <div className="flex items-center gap-4">
        {market === 'app' && (
          <AppIcon
            src={content.icon}
            name={name}
            size={60}
            className={classes(other && other.content.icon !== content.icon && RINGS[other.side])}
          />
        )}
        <div className="min-w-0">
          <p className="type-d3 wrap-anywhere-safe">
            <bdi>{marked(name, other?.seen.name)}</bdi>
          </p>
          <span
            className={classes(
              isOtherPrice && 'rounded-tick px-1',
              isOtherPrice && TINTS[other.side],
            )}
          >
            <Price {...price} className="text-start" />
          </span>
        </div>
      </div>
      {seen.tagline !== '' && (
        <p className="type-lead wrap-anywhere-safe">
          <bdi>{marked(seen.tagline, other?.seen.tagline)}</bdi>
        </p>
      )}
      <div
        {...(inRow && {
          role: 'group',
          'aria-label': words.t('console.audit.field.pictures'),
          tabIndex: 0,
        })}
        className={
          inRow ? '-m-1 flex items-start gap-3 overflow-x-auto p-1 empty:hidden' : 'contents'
        }
      >
        <Pictures content={content} language={language} other={other} inRow={inRow} />
      </div>
      {seen.description.length > 0 && (
        <div className="prose type-body grid gap-3">
          {seen.description.map((one, index) => (
            <p key={index} className="wrap-anywhere-safe">
              <bdi>{marked(one, other && counterpart(one, index, other.seen.description))}</bdi>
            </p>
          ))}
        </div>
      )}
      {seen.features.length > 0 && (
        <CheckList
          items={seen.features.map((one, index) =>
            other ? marked(one, counterpart(one, index, other.seen.features)) : one,
          )}
        />
      )}
      {(seen.touches.length > 0 || seen.leavesAlone.length > 0) && (
        <PermissionList>
          {rows('block', seen.touches, other?.seen.touches)}
          {rows(undefined, seen.leavesAlone, other?.seen.leavesAlone)}
        </PermissionList>
      )}
      {seen.support.map((chapter, index) => (
        <section key={index}>
          <h4 className="type-label">{marked(chapter.title, other?.seen.support[index]?.title)}</h4>
          {chapter.paragraphs.map((one, place) => (
            <p key={place} className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
              {marked(
                one,
                other && counterpart(one, place, other.seen.support[index]?.paragraphs ?? []),
              )}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}

const at = (text: string, index: number, others: readonly Row[], part: keyof Row): string =>
  counterpart(
    text,
    index,
    others.map((one) => one[part]),
  )

const RINGS = {
  before: 'outline-2 outline-offset-2 outline-coral',
  after: 'outline-2 outline-offset-2 outline-turquoise',
} as const
const TINTS = {
  before: 'bg-coral-tint text-coral-text',
  after: 'bg-green-tint text-green',
} as const

function Marked({
  text,
  was,
  side,
}: {
  text: string
  was: string | undefined
  side: Other['side'] | undefined
}) {
  if (was === undefined || side === undefined || was === text) return text
  const Changed = side === 'before' ? 'del' : 'ins'
  return markWords(text, was).map((run, index) => (
    <span key={index}>
      {index > 0 && ' '}
      {run.isChanged ? (
        <Changed className={classes('rounded-tick px-0.5 no-underline strong', TINTS[side])}>
          {run.text}
        </Changed>
      ) : (
        run.text
      )}
    </span>
  ))
}

/** Cover and screenshots; those that only this version has have a ring and a word. */
function Pictures({
  content,
  language,
  other,
  inRow,
}: {
  content: Content
  language: Locale
  other: Other | undefined
  inRow: boolean
}) {
  const { t } = useWords()
  const { desktop, shots } = picturesIn(content, language)
  const known = new Set(other?.content.pictures.map((one) => one.sources[0]?.path))
  return [desktop, ...shots]
    .filter((one) => one !== undefined)
    .map((one) => {
      const isOnlyHere = other !== undefined && !known.has(one.sources[0]?.path)
      return (
        <div
          key={one.sources[0]?.path ?? one.position}
          className={classes(
            'relative',
            inRow && 'shrink-0',
            one.device === 'phone' ? (inRow ? 'w-28' : 'max-w-40') : inRow && 'w-64',
          )}
        >
          <Picture
            picture={pictureOf(one)}
            alt={one.alt[language] ?? ''}
            sizes="26rem"
            className={classes('rounded-card border border-line', isOnlyHere && RINGS[other.side])}
          />
          {isOnlyHere && (
            <Badge
              tone={other.side === 'after' ? 'turquoise' : 'coral'}
              className="absolute start-2 bottom-2"
            >
              {t(
                other.side === 'after' ? 'console.queue.what.added' : 'console.queue.what.removed',
              )}
            </Badge>
          )}
        </div>
      )
    })
}
