import { diffLines } from '#modules/installs/ui/diff-lines.ts'

export interface WordRun {
  text: string
  isChanged: boolean
}

const onLines = (text: string): string => text.trim().split(/\s+/).join('\n')

/** `text` in runs of words, of which `other` has some and lacks others. */
export function markWords(text: string, other: string): WordRun[] {
  const runs: WordRun[] = []
  for (const { what, text: word } of diffLines(onLines(other), onLines(text))) {
    if (what === 'gone') continue
    const isChanged = what === 'new'
    const last = runs.at(-1)
    if (last?.isChanged === isChanged) last.text += ` ${word}`
    else runs.push({ text: word, isChanged })
  }
  return runs
}

/** The text at the same place of another list; the same text anywhere in it is no change. */
export const counterpart = (text: string, index: number, others: readonly string[]): string =>
  others.includes(text) ? text : (others[index] ?? '')
