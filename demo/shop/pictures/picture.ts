import { Hono } from 'hono'
import { ceramics } from './ceramics.ts'
import type { Drawing } from './drawing.ts'
import { lighting } from './lighting.ts'
import { textiles } from './textiles.ts'

const drawings: Record<string, Drawing> = { ...ceramics, ...lighting, ...textiles }

export type View = 'front' | 'close' | 'room'
export const views: readonly View[] = ['front', 'close', 'room']

/** Width and height in CSS pixels of the two sizes in which every picture is served. */
export const sizes = { page: 800, large: 1600 } as const
export type Size = keyof typeof sizes

export const picturePath = (slug: string, view: View = 'front', size: Size = 'page'): string =>
  `/pictures/${slug}-${view}${size === 'large' ? '-large' : ''}.svg`

/** The shop's own mark, for the browser's tab. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32H0Z" fill="#22384f"/>
  <path d="M16 28C7 25 6 14 9 6c3 3 5 4 7-2 2 6 4 5 7 2 3 8 2 19-7 22Z" fill="#f39a1f"/>
    <path d="M16 26c-3-4-3-9 0-14 3 5 3 10 0 14Z" fill="#ffd27a"/></svg>`

/** The picture that `path` names (see `picturePath`), or undefined. */
export function pictureAt(path: string): string | undefined {
  if (path === 'mark.svg') return mark
  const match = /^([a-z-]+?)-(front|close|room)(-large)?\.svg$/.exec(path)
  const drawing =
    match?.[1] === undefined || !Object.hasOwn(drawings, match[1]) ? undefined : drawings[match[1]]
  return drawing && draw(drawing, match?.[2] as View, sizes[match?.[3] ? 'large' : 'page'])
}

function draw(drawing: Drawing, view: View, side: number): string {
  const { x, y, side: window } = drawing.closeUp
  const box =
    view === 'close' ? `${x - window / 2} ${y - window / 2} ${window} ${window}` : '0 0 400 400'
  const body = view === 'room' ? room(drawing) : front(drawing)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${box}">${body}</svg>`.replace(
    /\n\s*/g,
    ' ',
  )
}

function front({ shapes, ground, place }: Drawing): string {
  const shadow =
    place === 'table'
      ? '<ellipse cx="200" cy="334" rx="112" ry="13" fill="#20374d" opacity=".12"/>'
      : ''
  return `<path d="M0 0h400v400H0Z" fill="${ground}"/>${shadow}${shapes}`
}

/** The article in use: on a table under an arched window, above the table, or on the wall. */
function room({ shapes, wall, place }: Drawing): string {
  const spot = {
    table: 'translate(74 106) scale(.62)',
    ceiling: 'translate(66 -6) scale(.66)',
    wall: 'translate(140 18) scale(.6)',
  }[place]
  const window =
    place === 'wall'
      ? ''
      : `<g transform="translate(236 44)">
    <path d="M0 190V58C0 24 34 8 62 0c28 8 62 24 62 58v132Z" fill="#fff" opacity=".75"/>
    <path d="M10 190V60c0-26 28-40 52-48 24 8 52 22 52 48v130Z" fill="#bfe0ea"/>
      <path d="M59 12h6v178h-6ZM10 100h104v6H10Z" fill="#fff" opacity=".8"/></g>`
  const chair =
    place === 'wall'
      ? `<g fill="#7a5230"><path d="M36 214h14v148H36ZM36 276h96v14H36ZM118 284h14v78h-14Z"/></g>
    <path d="M46 262h90a10 10 0 0 1 0 20H46Z" fill="#2b8f97"/>`
      : ''
  const table =
    place === 'wall'
      ? ''
      : `<path d="M24 306h352a6 6 0 0 1 6 6v12H18v-12a6 6 0 0 1 6-6Z" fill="#8a5d34"/>
    <path d="M46 324h18l-8 76H42ZM336 324h18l4 76h-14Z" fill="#6d4826"/>`
  return `<path d="M0 0h400v400H0Z" fill="${wall}"/><path d="M0 346h400v54H0Z" fill="#20374d" opacity=".14"/>
    ${window}${chair}${place === 'ceiling' ? table : ''}<g transform="${spot}">${shapes}</g>${place === 'table' ? table : ''}`
}

/** Serves all pictures below the address that it is mounted at. */
export const pictureRoutes = () =>
  new Hono().get('/:file', (c) => {
    const svg = pictureAt(c.req.param('file'))
    if (svg === undefined) return c.text('404', 404)
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
  })
