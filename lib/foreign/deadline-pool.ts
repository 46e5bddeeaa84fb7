import { Worker } from 'node:worker_threads'

/** The work took too long, or the machine has too much of it. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

interface Job<I, O> {
  input: I
  resolve(output: O): void
  reject(error: Error): void
}

export interface DeadlinePool<I, O> {
  /** Throws `DeadlineExceeded`, or what the work threw. */
  run(input: I): Promise<O>
}

/**
 * Does work on foreign bytes in worker threads, so that the event loop of the process goes on
 * whatever they contain. A job that takes longer than `deadlineMs` ends with its thread; so does
 * one that needs more memory than a thread has. `file` posts one message back for each it gets: `{
 * output }` or `{ error }`. Threads are started when they are needed and keep no process alive.
 */
export function openDeadlinePool<I, O>(
  file: string,
  { threads, deadlineMs, waiting }: { threads: number; deadlineMs: number; waiting: number },
): DeadlinePool<I, O> {
  const idle: Worker[] = []
  const queue: Job<I, O>[] = []
  let started = 0

  function start(): Worker {
    started += 1
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.unref()
    return worker
  }

  function work(worker: Worker, job: Job<I, O>): void {
    const timer = setTimeout(
      () => end(new DeadlineExceeded('foreign content took too long')),
      deadlineMs,
    )
    const end = (error: Error) => {
      release()
      started -= 1
      void worker.terminate()
      job.reject(error)
      next()
    }
    const answer = ({ output, error }: { output?: O; error?: string }) => {
      release()
      idle.push(worker)
      if (error === undefined) job.resolve(output as O)
      else job.reject(new Error(error))
      next()
    }
    const fault = (error: Error) => end(error)
    const exit = () => end(new Error('a worker ended'))
    const release = () => {
      clearTimeout(timer)
      worker.off('message', answer).off('error', fault).off('exit', exit)
      worker.unref()
    }
    worker.on('message', answer).on('error', fault).on('exit', exit)
    worker.ref()
    worker.postMessage(job.input)
  }

  function next(): void {
    const job = queue[0]
    if (!job) return
    const worker = idle.pop() ?? (started < threads ? start() : undefined)
    if (!worker) return
    queue.shift()
    work(worker, job)
  }

  return {
    run: (input) =>
      new Promise<O>((resolve, reject) => {
        if (queue.length >= waiting)
          return reject(new DeadlineExceeded('too much foreign content at once'))
        queue.push({ input, resolve, reject })
        next()
      }),
  }
}
