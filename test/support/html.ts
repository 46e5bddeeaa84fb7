import { isTag, isText, type Document, type Element, type ParentNode } from 'domhandler'
import { findAll } from 'domutils'

export const elementsOf = (within: Document | Element, name: string): Element[] =>
  findAll((element) => element.name === name, within.children)

/**
 * Every text that is not only spaces, with the elements that it stands in, from the inside out.
 * Adjacent texts are one.
 */
export function findAllTexts(
  within: ParentNode,
  parents: readonly Element[] = [],
): { text: string; parents: readonly Element[] }[] {
  const found: { text: string; parents: readonly Element[] }[] = []
  let text = ''
  const end = () => {
    if (text.trim() !== '') found.push({ text, parents })
    text = ''
  }
  for (const child of within.children) {
    if (isText(child)) text += child.data
    else if (isTag(child)) {
      end()
      found.push(...findAllTexts(child, [child, ...parents]))
    }
  }
  end()
  return found
}
