import { csvOf } from '#lib/csv.ts'
import { attributeOf, readTags } from '#lib/foreign/html-tags.ts'
import { isOrderStep } from '#lib/market.ts'
import type { Script } from '../scripts-contract.ts'

/**
 * Placements that every page shows, the steps of the order too (Store Connector protocol, section
 * 4).
 */
const EVERY_PAGE = [1, 2, 3]

export const inOrder = (placement: number): Script['in_order'] =>
  isOrderStep(placement) ? 'step' : EVERY_PAGE.includes(placement) ? 'every_page' : 'no'

/**
 * What a part's markup runs: files of its package, and addresses elsewhere. Null when it runs
 * nothing.
 */
export function scriptsIn(html: string): { files: string[]; outside: string[] } | null {
  const tags = readTags(html).filter(({ name }) => name === 'script')
  if (tags.length === 0) return null
  const sources = tags.flatMap((tag) => attributeOf(tag, 'src') ?? [])
  return {
    files: [
      ...new Set(sources.flatMap((source) => /^\{\{asset:([^}]+)\}\}$/.exec(source)?.[1] ?? [])),
    ],
    outside: [...new Set(sources.filter((source) => /^(?:https?:)?\/\//i.test(source)))],
  }
}

const COLUMNS = [
  'item',
  'version',
  'placement',
  'part',
  'in_order',
  'file',
  'sha384',
  'markup_sha384',
  'since',
  'approved_by',
  'approved_at',
  'order_consent_version',
  'order_consent_sha256',
  'order_consent_at',
  'order_consent_by',
  'state',
] as const

/** One line for each file, and for what is loaded from elsewhere. */
export function toCsv(scripts: readonly Script[]): string {
  const lines = scripts.flatMap((one) => {
    const files = [...one.files, ...one.outside.map((path) => ({ path, sha384: null }))]
    return (files.length > 0 ? files : [{ path: '', sha384: null }]).map((file) => [
      one.item.name,
      one.version,
      one.placement,
      one.title,
      one.in_order,
      file.path,
      file.sha384,
      one.markup_sha384,
      one.since,
      one.approved_by,
      one.approved_at,
      one.order_consent?.version ?? null,
      one.order_consent?.text_sha256 ?? null,
      one.order_consent?.agreed_at ?? null,
      one.order_consent?.agreed_by ?? null,
      one.state,
    ])
  })
  return csvOf(
    COLUMNS,
    lines.map((line) => line.map((value) => (value === null ? '' : String(value)))),
  )
}
