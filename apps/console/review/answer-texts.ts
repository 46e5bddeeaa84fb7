/** A text with another one added as a paragraph, or without it. What was typed around it stays. */
export function withText(value: string, text: string, isIn: boolean): string {
  const others = value.split(/\n{2,}/).filter((one) => one.trim() !== '' && one !== text)
  if (!isIn) return others.join('\n\n')
  return value.includes(text) ? value : [...others, text].join('\n\n')
}

const areas = (): NodeListOf<HTMLTextAreaElement> =>
  document.querySelectorAll<HTMLTextAreaElement>('textarea[data-answer]')

/** Adds a paragraph to the answer in each language, or takes it out again. */
export function writeAnswers(textIn: (language: string) => string, isIn: boolean): void {
  for (const area of areas())
    area.value = withText(area.value, textIn(area.dataset.answer ?? ''), isIn)
}
