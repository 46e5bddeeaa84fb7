import { classes } from './classes.ts'

/**
 * The figure with a Latin sign before or after it; letters of the page's own script stay outside.
 */
const FIGURE = /[+−-]?\p{Sc}?\s?\d[\d.,\s]*(?<!\s)(?:\s?\p{Sc})?/u

/**
 * A formatted amount (`#lib/money.ts`) that stands right in every direction: figure and sign are
 * isolated left to right, "ر.س" stays where Arabic puts it. Never wraps.
 */
export function Amount({ text, className }: { text: string; className?: string }) {
  const figure = FIGURE.exec(text)
  if (!figure) return <span className={className}>{text}</span>
  return (
    <span className={classes('figures whitespace-nowrap', className)}>
      {text.slice(0, figure.index)}
      <bdi dir="ltr">{figure[0]}</bdi>
      {text.slice(figure.index + figure[0].length)}
    </span>
  )
}
