import { parentPort } from 'node:worker_threads'

/**
 * Work for the tests of the pool: never ends, takes all memory, fails, or answers with what it was
 * given.
 */
parentPort?.on('message', (input: string) => {
  if (input === 'endless') for (;;);
  if (input === 'greedy')
    for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1e5 }, Math.random))
  if (input === 'exit') process.exit(1)
  parentPort?.postMessage(input === 'wrong' ? { error: 'wrong' } : { output: input })
})
