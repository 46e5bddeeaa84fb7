const WIDTH = 30
/** Where there is no terminal to draw on, a line at every tenth. */
const STEPS = 10

/** `████░░ 42 %` */
export const progressBar = (part: number): string => {
  const full = Math.floor(part * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${Math.floor(part * 100)} %`
}

/**
 * Passes on what is worth being shown: every whole percent to a terminal, every tenth otherwise.
 */
export function openProgress(show: {
  bar: ((text: string) => void) | undefined
  line: (text: string) => void
}): (part: number) => void {
  let last = 0
  return (part) => {
    const steps = Math.floor(part * (show.bar ? 100 : STEPS))
    if (steps <= last) return
    last = steps
    if (show.bar) show.bar(progressBar(part))
    else show.line(`  ${Math.floor(part * STEPS) * (100 / STEPS)} %`)
  }
}
