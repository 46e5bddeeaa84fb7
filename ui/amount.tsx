import { classes } from './classes.ts'

/** The number with a currency sign before or after it; Arabic currency letters are not included. */
const FIGURE = /[+−-]?\p{Sc}?\s?\d[\d.,\s]*(?<!\s)(?:\s?\p{Sc})?/u

/**
 * A formatted amount (`#lib/money.ts`) for both text directions: number and sign are isolated left
 * to right, "ر.س" stays where Arabic places it. Never wraps.
 */
export function Amount({ text, className }: { text: string; className?: string }) {
  const figure = FIGURE.exec(text)
  if (!figure) return <span className={className}>{text}</span>
  return (
    <span className={classes('amount', className)}>
      {text.slice(0, figure.index)}
      <bdi dir="ltr">{figure[0]}</bdi>
      {text.slice(figure.index + figure[0].length)}
    </span>
  )
}

export interface PriceProps {
  /** The formatted price: "₺249,90", "Free", "In-app purchases". */
  text: string
  /** Free is green. */
  free?: boolean
  /** The price before a sale; `text` is then the new one. */
  before?: string
  /** Screen reader text before the two prices of a sale, e.g. "was" and "now". */
  beforeLabel?: string
  /** Text before and after a recurring price, including spaces: "ayda ", " / month". */
  lead?: string
  per?: string
  className?: string
}

/**
 * The price on a card or in a row. An amount never wraps; old and new price, or words, may take two
 * lines.
 */
export function Price({ text, free, before, beforeLabel, lead, per, className }: PriceProps) {
  return (
    <span className={classes('price', free && 'text-green', className)}>
      {before && (
        <>
          {beforeLabel && <span className="sr-only">{beforeLabel} </span>}
          <del className="regular text-ink2 me-1.5">
            <Amount text={before} />
          </del>
        </>
      )}
      <span className={before && 'inline-block text-coral-text'}>
        {lead && <span className="type-sm regular text-ink2">{lead}</span>}
        <Amount text={text} />
        {per && <span className="type-sm regular text-ink2">{per}</span>}
      </span>
    </span>
  )
}

/**
 * The full price, large, at the top of an item's panel; `small` for one plan of several. `terms`
 * share its baseline.
 */
export function PlainPrice({
  terms,
  className,
  before,
  beforeLabel,
  text,
  free,
  lead,
  per,
  small,
}: PriceProps & { terms?: string; small?: boolean }) {
  // a price in words ("Free to install, then by use") is too long for the largest size
  const size = small ? 'type-d3' : text.length > 24 ? 'type-d2' : 'type-price-big'
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-3 gap-y-1', className)}>
      {before && (
        <span className="type-lg text-ink2">
          {beforeLabel && <span className="sr-only">{beforeLabel} </span>}
          <del>
            <Amount text={before} />
          </del>
        </span>
      )}
      <span>
        {lead && (
          <span className={classes(small ? 'type-body' : 'type-lg', 'text-ink2')}>{lead}</span>
        )}
        <span className={classes(size, free && 'text-green', before && 'text-coral-text')}>
          <Amount text={text} />
        </span>
        {per && (
          <span className={classes(small ? 'type-body' : 'type-lg', 'text-ink2')}>{per}</span>
        )}
      </span>
      {terms && <span className="type-sm text-ink2">{terms}</span>}
    </p>
  )
}
