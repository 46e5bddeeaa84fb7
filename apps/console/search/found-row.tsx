import { Fragment } from 'react'
import type { ConsoleKey } from '#locales/keys.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { searchConsole } from '#modules/market/search-contract.ts'
import type { FoundKind } from '#modules/market/search-rules.ts'
import { Icon } from '#ui/icon.tsx'
import { useDates } from '../dates.ts'
import { useWords } from '../words.tsx'
import { FOUND_ICONS } from './places.ts'
import { fold } from '#lib/text.ts'

export type Answer = AnswerOf<typeof searchConsole>
type Row = NonNullable<Answer['found'][number]['rows']>[number]

/** Words of the states that tell rows apart; those of an order or item are its page's. */
const STATE_KEYS: Partial<Record<FoundKind, string>> = {
  item: 'console.item',
  release: 'console.release',
  order: 'console.orders.state',
  subscription: 'console.subs.state',
  invoice: 'console.orders.document',
  person: 'console.found.person',
  store: 'console.found.store',
}

/** What was found, in one line: its name, what tells it apart, and its state at the end. */
export function FoundRow({
  kind,
  row,
  words,
}: {
  kind: FoundKind
  row: Row
  words: readonly string[]
}) {
  const { t } = useWords()
  const dates = useDates()
  const states = STATE_KEYS[kind]
  const facts = [
    row.state !== null && states !== undefined && t(`${states}.${row.state}` as ConsoleKey),
    row.amount && formatAmount(row.amount.minor, row.amount.currency as Currency),
    row.at !== null && dates.day(row.at),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      <Icon name={FOUND_ICONS[kind]} size={16} />
      <span className="min-w-0 flex-1 truncate">
        <bdi className="strong text-ink">
          <Marked text={row.title} words={words} />
        </bdi>
        {row.detail !== '' && (
          // The space is in the direction of the page, not of the text.
          <span className="ms-2">
            <bdi>
              <Marked text={row.detail} words={words} />
            </bdi>
          </span>
        )}
      </span>
      {facts.length > 0 && <span className="figures shrink-0 type-xs">{facts.join(' · ')}</span>}
    </>
  )
}

/** The words that were looked for are marked, whatever their case and accents. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = text.split(/([\p{L}\p{N}\p{M}]+)/u)
  const isFound = (part: string) => words.some((word) => fold(part).includes(word))
  return parts.map((part, index) => (
    <Fragment key={index}>{isFound(part) ? <mark>{part}</mark> : part}</Fragment>
  ))
}
