import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync, type ParseResult } from 'oxc-parser'

/** One TypeScript file of the product, parsed. */
export interface Source {
  /** Relative to the root of the repository, with forward slashes. */
  path: string
  text: string
  module: ParseResult['module']
  program: ParseResult['program']
}

/** Folders of the product itself: what runs at a market, without tests, tools and the demo. */
const PRODUCT = ['apps/console', 'apps/installer', 'apps/loader', 'apps/preview', 'apps/storefront']
const PRODUCT_FOLDERS = [...PRODUCT, 'modules', 'kernel', 'db', 'lib', 'server', 'ui']
const TEST = /\.(test|suite|support)(-[a-z]+)?\.[a-z]+$|\/testing\//
const GENERATED = /\.gen\.|\/released\/|\.react-router\//

export const isProduct = (path: string): boolean =>
  PRODUCT_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) &&
  !TEST.test(path) &&
  !GENERATED.test(path)

/** The files that git knows, below `root`. */
export function trackedFiles(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Parses every TypeScript file of the product. */
export function readSources(root: string): Map<string, Source> {
  const paths = trackedFiles(root).filter((path) => /\.tsx?$/.test(path) && isProduct(path))
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const { module, program } = parseSync(path, text)
      return [path, { path, text, module, program }]
    }),
  )
}

/**
 * The product file that `specifier` means in `from`; undefined for packages and files outside the
 * product.
 */
export function resolveImport(
  sources: ReadonlyMap<string, Source>,
  from: string,
  specifier: string,
): string | undefined {
  const path = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier)).replaceAll('\\', '/')
      : undefined
  return path !== undefined && sources.has(path) ? path : undefined
}
