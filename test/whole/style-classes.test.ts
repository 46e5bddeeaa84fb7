import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { trackedFiles } from '#tools/measure/sources.ts'

/**
 * A class that no style sheet has does nothing, and nobody notices when it was renamed on one side
 * only.
 */

const ROOT = join(import.meta.dirname, '../..')
/** Marks for scripts and for variants of elements inside (`group-open:`). */
const MARKS = /^(waits|later|group(\/\w+)?|peer(\/\w+)?|moves-\w+)$/

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** String literals of a class attribute: not those that are compared or passed to other functions. */
function literals(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literals)
  if (!isNode(node) || node.type === 'BinaryExpression' || node.type === 'MemberExpression')
    return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'CallExpression' && (node.callee as Node).name !== 'classes') return []
  return Object.values(node).flatMap(literals)
}

function classesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(classesIn)
  if (!isNode(node)) return []
  if (node.type === 'JSXAttribute' && /[cC]lassName$/.test(String((node.name as Node).name)))
    return literals(node.value).flatMap((text) => text.split(/\s+/).filter(Boolean))
  return Object.values(node).flatMap(classesIn)
}

const sheets = ['console', 'storefront-app', 'storefront-theme'].flatMap((build) => {
  const folder = join(ROOT, 'build', build, 'client/assets')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
})
const styled = new Set(
  sheets.flatMap((text) =>
    [...text.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
      name.replaceAll(/\\(.)/g, '$1'),
    ),
  ),
)

test('every class that a component names is in a style sheet', () => {
  const files = trackedFiles(ROOT).filter((path) =>
    /^(apps\/(console|storefront)|ui|modules)\/.*(?<!\.test)\.tsx$/.test(path),
  )
  expect(files.length).toBeGreaterThan(150)
  const unknown = files.flatMap((path) =>
    [...new Set(classesIn(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program))]
      .filter((name) => !styled.has(name) && !MARKS.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})
