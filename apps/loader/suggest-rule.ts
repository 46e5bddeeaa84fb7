/** `/urun/kirmizi-vazo-123` → `/urun/*`: what comes last is one of many. */
export function patternOf(path: string): string {
  const parts = path.replace(/\/$/, '').split('/')
  if (parts.length < 2 || path === '/') return '/'
  // One word alone is a page of its own: /sepet, /urunler.
  return parts.length === 2 ? parts.join('/') : [...parts.slice(0, -1), '*'].join('/')
}

/** Names that a builder made up change with the next build. */
const isLasting = (name: string) =>
  /^[a-z][a-z_-]{1,39}$/i.test(name) && !/[a-z][A-Z][a-z]*[A-Z]/.test(name)

/**
 * A selector that finds this element again, on this page and on others of its kind: no counting, no
 * names with figures in them.
 */
export function selectorOf(element: Element): string {
  let found = ''
  for (
    let node: Element | null = element;
    node && node.tagName !== 'HTML';
    node = node.parentElement
  ) {
    const name = node.tagName.toLowerCase()
    const own = isLasting(node.id)
      ? `#${node.id}`
      : name +
        [...node.classList]
          .filter(isLasting)
          .slice(0, 2)
          .map((one) => `.${one}`)
          .join('')
    found = found === '' ? own : `${own} > ${found}`
    if (own.startsWith('#') || document.querySelectorAll(found).length === 1 || found.length > 120)
      break
  }
  return found
}
