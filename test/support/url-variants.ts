/**
 * Other ways to write the path of a page; `words` are the segments that our own routes are made of.
 */
export function variantsOf(
  path: string,
  words: ReadonlySet<string>,
): { documents: string[]; data: string[] } {
  const segments = path.split('/').filter(Boolean)
  const withWords = (change: (word: string) => string) =>
    `/${segments.map((segment) => (words.has(segment) ? change(segment) : segment)).join('/')}`
  const encoded = (text: string, at: number) =>
    `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`
  const documents = [
    withWords((word) => word.toUpperCase()),
    withWords((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`),
    withWords((word) => encoded(word, 0)),
    withWords((word) => encoded(word.toUpperCase(), word.length - 1)),
    ...(path === '/'
      ? ['//']
      : [
          `${path}/`,
          `${path}//`,
          `/${path}`,
          `/${segments.join('//')}`,
          `//${segments.join('//')}//`,
        ]),
  ]
  const forms = new Set(documents)
  forms.delete(path)
  const data = [path, ...forms].map((one) => (one.endsWith('/') ? `${one}_.data` : `${one}.data`))
  if (path === '/') data.push('/_root.data', '/.data')
  else data.push(`${path}%2edata`, `${path}.%64ata`)
  return { documents: [...forms], data: [...new Set(data)] }
}
