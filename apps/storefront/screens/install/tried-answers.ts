import { withQuery } from '../../paths.ts'

/**
 * Answers that an owner has tried in a preview stand in the address, by the names of the form's
 * fields, and go along to the install or the checkout. An unticked box has no value there, so a
 * parameter of its own says that there are answers.
 */
export const TRIED = 'tried'
const ANSWER = /^inputs\./

/** The form as it was filled in; null where nothing was tried. */
export function triedOf(query: URLSearchParams): Record<string, string> | null {
  if (!query.has(TRIED)) return null
  return Object.fromEntries([...query].filter(([name]) => ANSWER.test(name)))
}

/** The same as a form, for its readers. */
export function triedForm(query: URLSearchParams): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(triedOf(query) ?? {})) form.set(name, value)
  return form
}

/** A path with the tried answers. */
export function withTried(path: string, query: URLSearchParams): string {
  const tried = triedOf(query)
  if (!tried) return path
  const [bare = '', others] = path.split('?')
  return withQuery(bare, {
    ...Object.fromEntries(new URLSearchParams(others)),
    [TRIED]: 1,
    ...tried,
  })
}

/** Everything else of an address with other answers. */
export function withAnswers(query: URLSearchParams, form: FormData): Record<string, string> {
  const others = [...query].filter(([name]) => name !== TRIED && !ANSWER.test(name))
  const answers = [...form].filter(
    (entry): entry is [string, string] => ANSWER.test(entry[0]) && typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(others), ...Object.fromEntries(answers), [TRIED]: '1' }
}
