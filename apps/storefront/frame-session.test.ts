import { afterEach, describe, expect, it, vi } from 'vitest'
import { tellPanel } from './frame-session.ts'

const PANELS = ['https://panel.example', 'https://old-panel.example']

/** A page in a frame; `framer` is what the browser says of who frames it. */
function frame(framer?: string) {
  const told: string[] = []
  const parent = { postMessage: (_message: unknown, origin: string) => told.push(origin) }
  vi.stubGlobal('window', {
    parent,
    location: { ancestorOrigins: framer === undefined ? undefined : [framer] },
  })
  return told
}

afterEach(() => vi.unstubAllGlobals())

describe('what the framed page says to the panel', () => {
  it('goes to the panel that frames it and to no other', () => {
    const told = frame('https://panel.example')
    tellPanel(PANELS, { type: 'arasta:path', path: '/market/list' })
    expect(told).toEqual(['https://panel.example'])
  })

  it('goes to nobody when a stranger frames it', () => {
    const told = frame('https://evil.example')
    tellPanel(PANELS, { type: 'arasta:renew', request_id: 'x' })
    expect(told).toEqual([])
  })

  it('is addressed to the exact origins where the browser does not say who frames it', () => {
    const told = frame()
    tellPanel(PANELS, { type: 'arasta:path', path: '/market' })
    expect(told).toEqual(PANELS)
  })

  it('is not said at top level', () => {
    const told: string[] = []
    const window: Record<string, unknown> = { location: {}, postMessage: () => told.push('self') }
    window.parent = window
    vi.stubGlobal('window', window)
    tellPanel(PANELS, { type: 'arasta:path', path: '/market' })
    expect(told).toEqual([])
  })
})
