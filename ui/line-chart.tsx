import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface ChartLine {
  name: string
  values: readonly number[]
}

const BOX = { width: 1000, height: 220 }

/**
 * A measure over time with its previous period, and the same data as a table for screen readers and
 * whoever prefers it. `ends`: labels of the first and last point; `format` formats a value. Time
 * follows the text direction.
 */
export function LineChart({
  title,
  lead,
  line,
  before,
  names,
  words,
  format,
  className,
}: {
  title: string
  /** The sum or latest value, with its change. */
  lead?: ReactNode
  line: ChartLine
  before?: ChartLine
  /** Names of the points, for the table. */
  names: readonly string[]
  words: { table: string; point: string; none: string }
  format: (value: number) => string
  className?: string
}) {
  const top = roundTop(Math.max(0, ...line.values, ...(before?.values ?? [])))
  const isEmpty = [...line.values, ...(before?.values ?? [])].every((value) => value === 0)
  return (
    <figure className={classes('min-w-0', className)}>
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <span className="type-d4">{title}</span>
        {lead && <span className="type-body figures">{lead}</span>}
      </figcaption>
      {isEmpty ? (
        <p className="type-body rounded-card bg-stone px-4 py-9 text-center text-ink2">
          {words.none}
        </p>
      ) : (
        <>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <div
              aria-hidden="true"
              className="type-xs figures flex flex-col justify-between text-end text-ink2"
            >
              <span>{format(top)}</span>
              <span>{format(0)}</span>
            </div>
            <svg
              viewBox={`0 -4 ${BOX.width} ${BOX.height + 8}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className="block h-44 w-full rtl:-scale-x-100"
            >
              {[0, 0.5, 1].map((part) => (
                <path
                  key={part}
                  d={`M0 ${BOX.height * part}H${BOX.width}`}
                  vectorEffect="non-scaling-stroke"
                  className="stroke-line"
                />
              ))}
              <polygon
                points={`0,${BOX.height} ${linePoints(line.values, top, BOX)} ${BOX.width},${BOX.height}`}
                className="fill-turquoise-tint"
              />
              {before && (
                <polyline
                  points={linePoints(before.values, top, BOX)}
                  fill="none"
                  strokeWidth="1.5"
                  strokeDasharray="4 4"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-line2"
                />
              )}
              <polyline
                points={linePoints(line.values, top, BOX)}
                fill="none"
                strokeWidth="2.5"
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className="stroke-action"
              />
              {line.values.map((value, index) => (
                <rect
                  key={names[index] ?? index}
                  x={(index / line.values.length) * BOX.width}
                  y={-4}
                  width={BOX.width / line.values.length}
                  height={BOX.height + 8}
                  fill="transparent"
                >
                  <title>{`${names[index] ?? ''}: ${format(value)}`}</title>
                </rect>
              ))}
            </svg>
            <div
              aria-hidden="true"
              className="type-xs col-start-2 mt-1.5 flex justify-between text-ink2"
            >
              <span>{names[0]}</span>
              <span>{names.at(-1)}</span>
            </div>
          </div>
          {before && (
            <p aria-hidden="true" className="type-xs mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink2">
              <Key name={line.name} className="stroke-action" />
              <Key name={before.name} className="stroke-line2" dashed />
            </p>
          )}
        </>
      )}
      <details className="mt-3">
        <summary className="type-sm min-h-8 w-fit cursor-pointer text-link">
          {words.table}
          <span className="sr-only">: {title}</span>
        </summary>
        <div
          tabIndex={0}
          role="region"
          aria-label={title}
          className="mt-2 max-h-80 overflow-auto rounded-control border border-line"
        >
          <table className="type-sm w-full">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-stone">
              <tr>
                <th scope="col" className="px-3 py-2 text-start font-normal text-ink2">
                  {words.point}
                </th>
                <th scope="col" className="px-3 py-2 text-end font-normal text-ink2">
                  {line.name}
                </th>
                {before && (
                  <th scope="col" className="px-3 py-2 text-end font-normal text-ink2">
                    {before.name}
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="figures">
              {line.values.map((value, index) => (
                <tr key={names[index] ?? index} className="border-t border-line">
                  <th scope="row" className="px-3 py-1.5 text-start font-normal">
                    {names[index]}
                  </th>
                  <td className="px-3 py-1.5 text-end">{format(value)}</td>
                  {before && (
                    <td className="px-3 py-1.5 text-end">{format(before.values[index] ?? 0)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

const Key = ({
  name,
  className,
  dashed = false,
}: {
  name: string
  className: string
  dashed?: boolean
}) => (
  <span className="inline-flex items-center gap-2">
    <svg width="22" height="4" viewBox="0 0 22 4">
      <path
        d="M0 2H22"
        strokeWidth="2.5"
        strokeDasharray={dashed ? '4 4' : undefined}
        className={className}
      />
    </svg>
    {name}
  </span>
)

/** Rounds up to 1, 2 or 5 times a power of ten, for a readable axis. */
export function roundTop(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most
  return Math.max(1, top)
}

interface ChartBox {
  width: number
  height: number
}

/**
 * Points of a line across the whole width, in order of time; a single value becomes a horizontal
 * line.
 */
export function linePoints(
  values: readonly number[],
  top: number,
  { width, height }: ChartBox,
): string {
  const all = values.length === 1 ? [...values, ...values] : values
  const round = (value: number) => Math.round(value * 10) / 10
  return all
    .map(
      (value, index) =>
        `${round((index / (all.length - 1)) * width)},${round(height - (Math.max(0, value) / top) * height)}`,
    )
    .join(' ')
}
