import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, type InlineConfig } from 'vite'
import { findNpm, withoutNpm } from '#tools/launch/npm.mjs'
import { writeLicenses } from './licenses.ts'
import type { Program } from './programs.ts'

const run = promisify(execFile)

interface Packing {
  root: string
  outFolder: string
}

/**
 * Makes one file of a program, as `npm install` and `npx` take it: all its code as plain JavaScript
 * (Node runs no TypeScript out of `node_modules`), what it reads beside itself, and of npm packages
 * only the files that it hands on. Nothing is fetched when it is installed. Answers where the file
 * is.
 */
export async function packProgram(program: Program, { root, outFolder }: Packing): Promise<string> {
  const folder = join(outFolder, program.name)
  await rm(folder, { recursive: true, force: true })
  const modules = await bundle(program, root, join(folder, 'dist'))
  for (const { from, to } of program.files)
    await cp(join(root, from), join(folder, 'dist', to), { recursive: true })
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const bundled: Record<string, string> = {}
  for (const { name, files } of program.packages)
    bundled[name] = await copyPackage(
      join(root, 'node_modules', name),
      join(folder, 'node_modules', name),
      files,
    )
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(
      {
        name: program.name,
        version: own.version,
        description: program.description,
        license: own.license,
        type: 'module',
        engines: { node: '>=24' },
        bin: { [program.name]: 'dist/main.js' },
        files: ['dist', 'LICENCES.txt'],
        dependencies: bundled,
        bundleDependencies: Object.keys(bundled),
      },
      null,
      2,
    )}\n`,
  )
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, program.readme), join(folder, 'README.md'))
  await writeLicenses(join(folder, 'LICENCES.txt'), root, modules)
  return pack(folder, outFolder)
}

/** The code in one folder; the names of the modules that are in it. */
async function bundle({ entry }: Program, root: string, to: string): Promise<string[]> {
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'], target: 'node' },
    build: {
      ssr: join(root, entry),
      outDir: to,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        // All in one folder, because code reads files beside it.
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
        // Only what is imported is bundled, so no database client is.
        treeshake: {
          moduleSideEffects: [
            { test: /[\\/](?:modules|kernel|db|lib)[\\/].*\.ts$/, sideEffects: false },
          ],
        },
      },
    },
  }
  const made = await build(config)
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
}

/** Some files of an npm package, with its own description; its version. */
async function copyPackage(from: string, to: string, files: readonly string[]): Promise<string> {
  const about = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const { name, version, license, exports, main } = about
  await mkdir(to, { recursive: true })
  await writeFile(
    join(to, 'package.json'),
    `${JSON.stringify({ name, version, license, main, exports }, null, 2)}\n`,
  )
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(from, file), join(to, file))
  }
  return String(version)
}

async function pack(folder: string, outFolder: string): Promise<string> {
  const npm = findNpm()
  if (!npm)
    throw new Error(
      'npm is not to be found: install Node.js from https://nodejs.org (npm comes with it)',
    )
  const { stdout } = await run(
    process.execPath,
    [npm, 'pack', '--json', '--ignore-scripts', '--pack-destination', outFolder],
    { cwd: folder, env: withoutNpm(process.env) },
  )
  const said = JSON.parse(stdout) as { filename: string }[] | Record<string, { filename: string }>
  const [packed] = Object.values(said)
  if (!packed) throw new Error(`npm pack has made nothing of ${folder}`)
  return join(outFolder, packed.filename)
}
