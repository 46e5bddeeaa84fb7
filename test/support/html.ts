import type { Document, Element, ParentNode } from 'domhandler'
import { findAll, textContent } from 'domutils'

export const elementsOf = (within: Document | Element, name: string): Element[] => findAll(element => element.name === name, within.children)

/** The element itself and everything that it stands in, from the inside out. */
export function ancestorsOf(element: Element | null): Element[] {
  const all: Element[] = []
  for (let at: ParentNode | null = element; at; at = at.parent) if ('attribs' in at) all.push(at as Element)
  return all
}

export const textOf = (element: Element | Document): string => textContent(element).replaceAll(/\s+/g, ' ').trim()
