/** Finds in a plan of PostgreSQL what reads a table from its first row to its last. */

export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Order By'?: string
  Filter?: string
  Plans?: PlanNode[]
}

export interface IndexFacts {
  table: string
  /** Holds only what is open or waits, so that reading it whole is meant. */
  isShort: boolean
  /** Has a `where` that a condition on its first column does not imply. */
  isPartial: boolean
  isBtree: boolean
  /** Its first column or expression. A condition on a later one alone reads the whole index. */
  first: string
}

export interface WholeRead {
  table: string
  how: string
}

/** Nodes that hand on a row at a time, so that a limit above them ends the reading below. */
const STREAMING = [
  'Limit',
  'LockRows',
  'Subquery Scan',
  'Result',
  'ProjectSet',
  'Memoize',
  'Unique',
]

/** Whether a limit above `node` also ends the reading of this child. */
function isEndedEarly(node: PlanNode, child: PlanNode, ended: boolean): boolean {
  if (node['Node Type'] === 'Limit') return true
  if (!ended) return false
  if (STREAMING.includes(node['Node Type'])) return true
  return node['Node Type'] === 'Nested Loop' && child['Parent Relationship'] === 'Outer'
}

const names = (condition: string, column: string): boolean =>
  /^\w+$/.test(column) ? new RegExp(`\\b${column}\\b`).test(condition) : condition.includes(column)

/** Whether another index of the table begins with what the condition asks for. */
const hasBetterIndex = (condition: string, table: string, indexes: Indexes): boolean =>
  [...indexes.values()].some(
    (one) => one.table === table && one.isBtree && !one.isPartial && names(condition, one.first),
  )

function describeIndexRead(
  node: PlanNode,
  index: IndexFacts,
  indexes: Indexes,
  ended: boolean,
): string | null {
  if (index.isShort) return null
  const condition = node['Index Cond']
  if (condition !== undefined) {
    return !index.isBtree ||
      names(condition, index.first) ||
      hasBetterIndex(condition, index.table, indexes)
      ? null
      : `reads all of ${node['Index Name']}, whose first column is ${index.first}, for ${condition}`
  }
  if (node['Order By'] !== undefined) return null
  if (!ended) return `reads all of ${node['Index Name']}`
  return node.Filter === undefined
    ? null
    : `walks along ${node['Index Name']} until enough rows pass ${node.Filter}`
}

type Indexes = ReadonlyMap<string, IndexFacts>

/** Every read of a whole table in a plan, sequential or by an index without a condition. */
export function wholeReads(plan: PlanNode, indexes: Indexes, ended = false): WholeRead[] {
  const found: WholeRead[] = []
  const index = indexes.get(plan['Index Name'] ?? '')
  if (plan['Node Type'] === 'Seq Scan')
    found.push({
      table: plan['Relation Name'] ?? '',
      how: `reads all rows${plan.Filter === undefined ? '' : ` for ${plan.Filter}`}`,
    })
  else if (index) {
    const how = describeIndexRead(plan, index, indexes, ended)
    if (how !== null) found.push({ table: index.table, how })
  }
  for (const child of plan.Plans ?? [])
    found.push(...wholeReads(child, indexes, isEndedEarly(plan, child, ended)))
  return found
}
