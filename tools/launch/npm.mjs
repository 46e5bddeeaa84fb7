// Plain JavaScript with built-in modules only: runs on Node 18, before anything is installed.
import { spawn } from 'node:child_process'
import fs, { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'

/**
 * The environment without what the outer npm left in it: its `npm_config_local_prefix` would send
 * the inner npm to another folder.
 *
 * @param {Record<string, string | undefined>} env
 */
export function withoutNpm(env) {
  const keep =
    /^npm_config_(?:(?:cache|registry|userconfig|globalconfig|cafile|ca|strict_ssl|proxy|https_proxy|noproxy)$|.*auth)/i
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || keep.test(name)),
  )
}

/**
 * Where npm is: the one that started us, the one beside the Node that did, or the one in PATH.
 * Undefined where there is none.
 */
export function findNpm(env = process.env) {
  const node =
    env.npm_node_execpath && existsSync(env.npm_node_execpath)
      ? env.npm_node_execpath
      : process.execPath
  const beside =
    process.platform === 'win32'
      ? join(dirname(node), 'node_modules/npm/bin/npm-cli.js')
      : join(dirname(node), '../lib/node_modules/npm/bin/npm-cli.js')
  const inPath = (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .filter(existsSync)
    .map((file) => realpathSync(file))
  return [env.npm_execpath, beside, ...inPath].find(
    (file) => file && basename(file) === 'npm-cli.js' && existsSync(file),
  )
}

function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * npm's own cache folder where it can be written, else one of ours: HOME may be missing or closed.
 */
export function npmCache(ownFolder, env = process.env) {
  let standard = env.npm_config_cache
  try {
    standard ??= process.platform === 'win32' ? undefined : join(env.HOME || homedir(), '.npm')
  } catch {
    standard = undefined
  }
  return standard && !canWrite(join(standard, '_cacache')) ? ownFolder : undefined
}

function runOnce(script, folder, options, cache) {
  return new Promise((resolve) => {
    const args = [
      script,
      'ci',
      ...(options.args ?? []),
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--no-progress',
      '--prefer-offline',
      '--loglevel=http',
      '--engine-strict=false',
      '--fetch-retries=2',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
      '--fetch-timeout=60000',
      ...(cache ? ['--cache', cache] : []),
    ]
    const env = {
      ...withoutNpm(process.env),
      npm_config_prefix: undefined,
      NODE_ENV: undefined,
      NODE_OPTIONS: undefined,
    }
    // By this Node, not by the one that npm came with: npm leaves out optional packages that an old
    // Node could not run.
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    options.onStart?.(child)
    let output = ''
    let fetched = 0
    let hopeless = false
    const read = (chunk) => {
      const text = String(chunk)
      output = (output + text).slice(-200_000)
      fetched += text.match(/http (fetch GET [23]|cache )/g)?.length ?? 0
      options.onProgress?.(fetched)
      // Left alone, npm tries every single package for minutes; on a full disk it even ends well,
      // with packages in pieces.
      const refused = output.match(/attempt \d failed with E/g)?.length ?? 0
      if (!hopeless && (output.includes('ENOSPC') || (fetched === 0 && refused >= 20))) {
        hopeless = true
        child.kill('SIGKILL') // asked politely, it would clean up for minutes more
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', (error) =>
      resolve({ ok: false, output: `${output}\nnpm error code ${error.code}` }),
    )
    child.on('close', (code) => resolve({ ok: code === 0 && !hopeless, output }))
  })
}

/**
 * `npm ci` in a folder, without install scripts; `megabytes` is the room that it needs at least.
 * Never throws: the answer says whether it went well and holds npm's words.
 *
 * @param {string} folder
 * @param {{
 *   cache: string
 *   megabytes: number
 *   args?: string[]
 *   onProgress?: (packages: number) => void
 *   onStart?: (child: object) => void
 * }} options
 */
export async function npmCi(folder, options) {
  const room = fs.statfsSync?.(folder)
  if (room && room.bavail * room.bsize < options.megabytes * 1e6)
    return { ok: false, output: 'npm error code ENOSPC' }
  const script = findNpm()
  if (!script) return { ok: false, output: 'npm error code NO_NPM' }
  const cache = npmCache(options.cache)
  let outcome = await runOnce(script, folder, options, cache)
  // A cache that another user filled lets npm in and then fails on single files.
  if (
    !outcome.ok &&
    !cache &&
    /code (EACCES|EPERM|EROFS)/.test(outcome.output) &&
    outcome.output.includes('_cacache')
  ) {
    outcome = await runOnce(script, folder, options, options.cache)
  }
  // npm's own list of what it installed would pass a half install for a whole one.
  if (!outcome.ok) rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true })
  return outcome
}

/**
 * One line for a person out of what npm wrote.
 *
 * @param {string} output
 * @param {string} folder
 */
export function explainNpm(output, folder) {
  const registry = process.env.npm_config_registry || 'https://registry.npmjs.org/'
  const code =
    /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ??
    /(?:failed with|errno) (E[A-Z_]+)/.exec(output)?.[1] ??
    ''
  if (code === 'NO_NPM')
    return 'npm is not to be found: install Node.js from https://nodejs.org (npm comes with it) and start again.'
  if (/ENOSPC|no space left/i.test(code) || /ENOSPC|no space left/i.test(output)) {
    return `The disk is full, npm cannot install into ${folder}: free about 1 GB and start again.`
  }
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR|EPROTO)$/.test(
      code,
    )
  ) {
    return (
      `The npm registry ${registry} does not answer (${code}): check the network, a proxy (HTTPS_PROXY) or the registry ` +
      '(`npm config get registry`), then start again.'
    )
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `The npm registry ${registry} shows a certificate that npm does not trust (${code}): set NODE_EXTRA_CA_CERTS to your network's certificate.`
  }
  if (/^(EACCES|EPERM|EROFS|EEXIST)$/.test(code)) {
    return `npm may not write in ${folder} (${code}): start as the user that the folder belongs to, or work in a copy of your own.`
  }
  if (code === 'EUSAGE')
    return `package.json and package-lock.json in ${folder} do not fit together: run \`npm install\` there once.`
  const detail = [...output.matchAll(/npm (?:error|ERR!) (.+)/g)]
    .map((match) => match[1])
    .find((line) => !line.startsWith('code '))
  return `npm could not install into ${folder}${code || detail ? ` (${[code, detail].filter(Boolean).join(': ')})` : ''}.`
}
