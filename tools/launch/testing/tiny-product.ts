import { fileURLToPath } from 'node:url'
import type { Part, Parts, Surroundings } from '../parts.ts'
import { startProduct } from '../product.ts'

const FILE = fileURLToPath(new URL('./tiny-part.mjs', import.meta.url))

/** Parts that cost nothing, on the ports of the real ones. */
export function tinyParts(
  { ports, dataFolder }: Surroundings,
  faults: Record<string, string> = {},
): Parts {
  const part = (name: string, port?: number): Part => ({
    name,
    title: `The ${name}`,
    file: FILE,
    env: {
      TINY_NAME: name,
      TINY_PORT: port === undefined ? '' : String(port),
      TINY_FAULT: faults[name] ?? '',
      TINY_FOLDER: dataFolder,
    },
  })
  return {
    prepare: part('preparation'),
    alone: [part('shop', ports.shop), part('bank', ports.bank)],
    after: [part('market', ports.apps)],
  }
}

// As a process of its own, to be killed: `node tiny-product.ts <data folder>`.
if (import.meta.main) {
  const product = await startProduct({
    dataFolder: process.argv[2] ?? '',
    ports: 'free',
    durable: false,
    parts: tinyParts,
  })
  console.log(JSON.stringify({ ports: product.ports, databaseUrl: product.databaseUrl }))
  process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)))
}
