import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Fault, PARTS, sectionOf, type Part } from '#modules/stores/platforms/kit/faults.ts'
import { CHECKS } from '#modules/stores/platforms/kit/checks.ts'
import { openMarket } from './test-market.ts'
import { DOCUMENT, describeResult, describeSummary, summarize } from './report.ts'
import { runKit } from '#modules/stores/platforms/kit/run-kit.ts'
import { send } from './send.ts'
import { BadSettings, EXAMPLE, readSettingsFile } from './settings.ts'
import { NoResponse } from '#modules/stores/platforms/kit/signed-calls.ts'

const USAGE = `arasta-connector: does a platform keep the Store Connector protocol?

  arasta-connector check <address of the connector> --settings <file> [options]
  arasta-connector init          writes connector-kit.json, to be filled in
  arasta-connector list          what is checked, and which sentence asks for it

Options of check
  --settings <file>   whom to call, with which keys (standard: connector-kit.json)
  --part <name>       only ${PARTS.join(', ')}; may be given again
  --only <check>      only this check; may be given again
  --patient           also what takes more than five minutes
  --strict            what could not be tried counts as broken
  --json              the results as JSON, nothing else

It changes a store and takes off again what it put there: give it a store that nobody needs.
Ends with 0 when all is kept, 1 when something is not, 2 when it could not be tried.`

export interface Run {
  args: readonly string[]
  /** Where settings are looked for. */
  folder: string
  out: (line: string) => void
  err: (line: string) => void
  /** Unix seconds. */
  now?: () => number
  wait?: (seconds: number) => Promise<void>
}

class BadArguments extends Error {}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        settings: { type: 'string', default: 'connector-kit.json' },
        part: { type: 'string', multiple: true, default: [] },
        only: { type: 'string', multiple: true, default: [] },
        patient: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return { positionals, values }
  } catch (error) {
    throw new BadArguments((error as Error).message)
  }
}

const isPart = (value: string): value is Part => (PARTS as readonly string[]).includes(value)

/** The program `arasta-connector`; the answer is its exit code. */
export async function runConnector(run: Run): Promise<0 | 1 | 2> {
  try {
    const {
      positionals: [command = 'help', address],
      values,
    } = readArguments(run.args)
    if (values.help || command === 'help') {
      run.out(USAGE)
      return 0
    }
    if (command === 'list') {
      for (const { id, part, says, asks } of CHECKS)
        run.out(
          `${part.padEnd(10)} ${id}: ${says}\n           ${asks.map((anchor) => `#${anchor}`).join(' ')}`,
        )
      return 0
    }
    if (command === 'init') {
      const file = join(run.folder, 'connector-kit.json')
      await writeFile(file, `${JSON.stringify(EXAMPLE, null, 2)}\n`, {
        flag: 'wx',
        mode: 0o600,
      }).catch((error: NodeJS.ErrnoException) => {
        throw new BadSettings(`${file} cannot be written: ${error.code}`)
      })
      run.out(`${file} is there: fill it in, and leave out what your platform does not have.`)
      return 0
    }
    if (command !== 'check') throw new BadArguments(`there is no command ${command}`)
    return await check(run, address, values)
  } catch (error) {
    run.err(printError(error))
    return 2
  }
}

function printError(error: unknown): string {
  if (error instanceof BadArguments) return `${error.message}\n\n${USAGE}`
  if (error instanceof BadSettings || error instanceof NoResponse) return error.message
  if (error instanceof Fault)
    return `Nothing could be tried: ${error.message}\nAsked for in section ${sectionOf(error.anchor)}: ${DOCUMENT}#${error.anchor}`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return "Something else listens where the settings say that the kit is the market's installer."
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

interface Values {
  settings: string
  part: string[]
  only: string[]
  patient: boolean
  strict: boolean
  json: boolean
}

async function check(run: Run, address: string | undefined, values: Values): Promise<0 | 1> {
  if (address === undefined || !URL.canParse(address))
    throw new BadArguments(
      'say the address of the connector, e.g. https://panel.example/connector/v1',
    )
  const oddPart = values.part.find((part) => !isPart(part))
  const oddCheck = values.only.find((id) => !CHECKS.some((one) => one.id === id))
  if (oddPart !== undefined || oddCheck !== undefined)
    throw new BadArguments(
      oddPart === undefined ? `there is no check ${oddCheck}` : `there is no part ${oddPart}`,
    )
  const means = await readSettingsFile(resolve(run.folder, values.settings))
  const { host, port } = means.listen ?? {
    host: '127.0.0.1',
    port: Number(new URL(means.installer).port || 80),
  }
  const market = await openMarket({ origin: means.installer, host, port })
  try {
    const results = await runKit(
      {
        base: address,
        means,
        market,
        send,
        patient: values.patient,
        now: run.now ?? (() => Math.floor(Date.now() / 1000)),
        wait: run.wait ?? ((seconds) => pause(seconds * 1000)),
      },
      {
        parts: values.part.filter(isPart),
        only: values.only,
        ...(values.json ? {} : { onResult: (result) => run.out(describeResult(result)) }),
      },
    )
    const summary = summarize(results)
    run.out(
      values.json
        ? JSON.stringify({ protocol: 1, address, document: DOCUMENT, summary, results }, null, 2)
        : describeSummary(results),
    )
    return summary.broken > 0 || (values.strict && summary.not_tried > 0) ? 1 : 0
  } finally {
    await market.close()
  }
}
