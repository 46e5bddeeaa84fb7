import type { ReactNode } from 'react'
import type { OrderedList } from '#modules/catalog/merchandising-rules.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import type { Column } from './data-table.tsx'
import { OrderedTable } from './ordered-table.tsx'
import { useWords } from './words.tsx'

/** A list in its order: a table for each market, under its name where there are two. */
export function ByMarket<Row extends { id: string; market: Market }>({
  list,
  label,
  showsLabel = false,
  rows,
  columns,
  nameOf,
  mayChange,
  empty,
}: {
  list: OrderedList
  label: string
  /** The label stands in the headings too. */
  showsLabel?: boolean
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  mayChange: boolean
  empty: ReactNode
}) {
  const { t } = useWords()
  const markets = MARKETS.map((market) => ({
    market,
    own: rows.filter((row) => row.market === market),
  })).filter(({ own }) => own.length > 0)
  if (markets.length === 0) return empty
  return (
    <div className="grid gap-6">
      {markets.map(({ market, own }) => (
        <div key={market}>
          {(markets.length > 1 || showsLabel) && (
            <h3 className="strong mb-2">
              {[t(`console.figures.market.${market}`), showsLabel && label]
                .filter(Boolean)
                .join(' · ')}
            </h3>
          )}
          <OrderedTable
            label={`${label}: ${t(`console.figures.market.${market}`)}`}
            form="order"
            hidden={{ market, list }}
            rows={own}
            columns={columns}
            nameOf={nameOf}
            mayChange={mayChange}
          />
        </div>
      ))}
    </div>
  )
}
