/**
 * Words for the person at the terminal: progress that stays on its line there, plain lines
 * everywhere else.
 */
export interface Screen {
  line: (text: string) => void
  error: (text: string) => void
  /**
   * A step under way; `done` ends it. Words given in between replace each other on a terminal and
   * are dropped elsewhere.
   */
  step: (text: string) => { words: (text: string) => void; done: (text?: string) => void }
}

interface Output {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

/** A screen on the given streams; standard output and error unless told otherwise. */
export function openScreen(out: Output = process.stdout, err: Output = process.stderr): Screen {
  let open: string | undefined
  const put = (text: string): void => {
    out.write(`\r\u001B[2K${text.slice(0, Math.max((out.columns || 80) - 1, 20))}`)
  }
  const over = (write: () => void): void => {
    if (open !== undefined) out.write('\r\u001B[2K')
    write()
    if (open !== undefined) put(open)
  }
  return {
    line: (text) => over(() => out.write(`${text}\n`)),
    error: (text) => over(() => err.write(`${text}\n`)),
    step(text) {
      const began = performance.now()
      if (out.isTTY) put((open = `  ${text} …`))
      let ended = false
      return {
        words(more) {
          if (out.isTTY && !ended) put((open = `  ${text} … ${more}`))
        },
        done(end = text) {
          if (ended) return
          ended = true
          if (open !== undefined) out.write('\r\u001B[2K')
          open = undefined
          out.write(`  ${end} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
        },
      }
    },
  }
}

/** Shows words while the work lasts, then how long it took. The work may add words of progress. */
export async function timed<T>(
  screen: Screen,
  words: string,
  work: (progress: (words: string) => void) => Promise<T>,
): Promise<T> {
  const step = screen.step(words)
  try {
    const outcome = await work(step.words)
    step.done()
    return outcome
  } catch (error) {
    step.done(`${words}: not done`)
    throw error
  }
}

/** A screen that shows nothing, for tests. */
export const silentScreen: Screen = {
  line: () => {},
  error: () => {},
  step: () => ({ words: () => {}, done: () => {} }),
}
