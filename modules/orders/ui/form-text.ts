/**
 * What stands in a field of one line, without the space around it; nothing where there is no such
 * field.
 */
export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
