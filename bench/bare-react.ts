import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Parser } from 'htmlparser2'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { compressPage } from '#server/compress-page.ts'
import { endWithParent } from './worker.ts'

/**
 * What a page costs at least with our libraries: React Router matches its route, React renders the
 * same elements with the same attributes and texts, one component and no data, and the result is
 * compressed as the product does. A process of its own.
 */

export interface BarePage {
  path: string
  html: string
}

interface ParsedElement {
  tag: string
  attributes: Record<string, string>
  children: (ParsedElement | string)[]
}

/** Elements whose content is not escaped. */
const RAW = new Set(['script', 'style', 'noscript', 'template'])
const NAMES: Record<string, string> = { class: 'className', for: 'htmlFor' }
const BOOLEANS = new Set(['checked', 'disabled', 'open', 'required', 'selected', 'hidden', 'async'])

/** The tree of `<html>`. */
export function parsePage(html: string): ParsedElement {
  const root: ParsedElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element = { tag, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext(text) {
        const children = open.at(-1)?.children ?? []
        const last = children.at(-1)
        // Entities come as pieces of their own.
        if (typeof last === 'string') children[children.length - 1] = last + text
        else children.push(text)
      },
      onclosetag: () => void open.pop(),
    },
    { lowerCaseAttributeNames: false, lowerCaseTags: false },
  )
  parser.end(html)
  const [page] = root.children.filter((one) => typeof one !== 'string')
  if (!page) throw new Error('The page has no element')
  return page
}

export const countElements = ({ children }: ParsedElement): number =>
  children.reduce((sum, one) => sum + (typeof one === 'string' ? 0 : countElements(one)), 1)

const styleOf = (text: string) =>
  Object.fromEntries(
    text
      .split(';')
      .map((one) => one.split(':'))
      .filter(([name]) => name)
      .map(([name = '', ...value]) => [name.trim(), value.join(':').trim()]),
  )

const textOf = (element: ParsedElement): string =>
  element.children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('')

export function elementOf({ tag, attributes, children }: ParsedElement): ReactNode {
  const props: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes))
    props[NAMES[name] ?? name] =
      name === 'style' ? styleOf(value) : BOOLEANS.has(name.toLowerCase()) ? true : value
  if (RAW.has(tag)) {
    const content = textOf({ tag, attributes, children })
    return createElement(tag, { ...props, dangerouslySetInnerHTML: { __html: content } })
  }
  return createElement(
    tag,
    props,
    ...children.map((one) => (typeof one === 'string' ? one : elementOf(one))),
  )
}

if (import.meta.main) {
  endWithParent()
  const pages = new Map<string, ParsedElement>()
  const handler = createStaticHandler([
    {
      path: '*',
      loader: ({ request }) =>
        pages.get(new URL(request.url).pathname + new URL(request.url).search),
      Component: () => null,
    },
  ])
  const render = async (path: string, accepted: string | undefined): Promise<Response> => {
    const page = pages.get(path)
    const context = await handler.query(new Request(`http://127.0.0.1${path}`))
    if (!page || context instanceof Response) return new Response(null, { status: 404 })
    // The elements are made anew for each request, as components do.
    const router = createStaticRouter(
      handler.dataRoutes.map((route) => ({ ...route, Component: () => elementOf(page) })),
      context,
    )
    const html = renderToString(
      createElement(StaticRouterProvider, { router, context, hydrate: false }),
    )
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return compressPage(new Response(`<!DOCTYPE html>${html}`, { headers }), accepted)
  }
  const server = createServer((request, response) => {
    const accepted = String(request.headers['accept-encoding'] ?? '')
    render(request.url ?? '', accepted)
      .then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers))
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
      .catch((error: Error) => response.writeHead(500).end(error.message))
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
  process.on('message', (given: BarePage[]) => {
    pages.clear()
    for (const { path, html } of given) pages.set(path, parsePage(html))
    process.send?.('taken')
  })
}
