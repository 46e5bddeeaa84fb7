import { resolveImport, type Source } from './sources.ts'

/** Groups of files that import each other in a circle, type-only imports included. */
export function importCycles(sources: ReadonlyMap<string, Source>): string[][] {
  const imports = new Map(
    [...sources.values()].map(({ path, module }) => {
      const requests = [
        ...module.staticImports.map((one) => one.moduleRequest.value),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
        ),
      ]
      return [path, requests.flatMap((one) => resolveImport(sources, path, one) ?? [])]
    }),
  )
  return stronglyConnected(imports).filter((group) => group.length > 1)
}

/** Tarjan's algorithm. */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const groups: string[][] = []
  function visit(node: string): void {
    index.set(node, index.size)
    low.set(node, index.get(node) as number)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (onStack.has(next))
        low.set(node, Math.min(low.get(node) as number, low.get(next) as number))
    }
    if (low.get(node) !== index.get(node)) return
    const group: string[] = []
    let member: string
    do {
      member = stack.pop() as string
      onStack.delete(member)
      group.push(member)
    } while (member !== node)
    groups.push(group.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return groups
}
