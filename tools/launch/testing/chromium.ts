import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StartError } from '../start-error.ts'

const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

function systemChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...inPath, ...ELSEWHERE].find((file) => existsSync(file))
}

async function unpack(root: string, folder: string): Promise<void> {
  const half = `${folder}.${process.pid}.new`
  mkdirSync(half, { recursive: true })
  const { inflate } = await import('@sparticuz/chromium')
  const packed = join(root, 'node_modules/@sparticuz/chromium/bin')
  // The package unpacks into the temporary folder, which others share and which may hold half of an
  // earlier try.
  const before = process.env.TMPDIR
  process.env.TMPDIR = half
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) =>
        inflate(join(packed, file)),
      ),
    )
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(half, folder)
}

/**
 * A Chromium for the journeys, as environment: `CHROMIUM_PATH` and what it needs on a bare system.
 * The one that is set, else the one from the registry (Linux, x64), else one of the system.
 */
export async function provideChromium(root: string): Promise<Record<string, string>> {
  const given = process.env.CHROMIUM_PATH?.trim()
  if (given) {
    if (!existsSync(given))
      throw new StartError(`CHROMIUM_PATH is ${given}, and there is no such file.`)
    return { CHROMIUM_PATH: given }
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const found = systemChromium()
    if (!found)
      throw new StartError(
        'The browser journeys need Chromium or Chrome: install it, or set CHROMIUM_PATH to its program.',
      )
    return { CHROMIUM_PATH: found }
  }
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string }
  const folder = join(root, `.arasta/chromium-${version}`)
  const program = join(folder, 'chromium')
  if (!existsSync(program)) await unpack(root, folder)
  const env: Record<string, string> = { CHROMIUM_PATH: program }
  // Its own libraries only where the system lacks them: they are older than most.
  const plain = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (/shared libraries/.test(plain.stderr)) {
    env.LD_LIBRARY_PATH = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
      .filter(Boolean)
      .join(':')
  }
  if (!existsSync('/etc/fonts/fonts.conf')) {
    const config = join(folder, 'fonts.conf')
    writeFileSync(
      config,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, 'fonts')}</dir>` +
        `<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`,
    )
    env.FONTCONFIG_FILE = config
  }
  return env
}
