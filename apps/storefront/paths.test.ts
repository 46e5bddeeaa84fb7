import { describe, expect, it } from 'vitest'
import { pathsFor, withChangedQuery } from './paths.ts'

describe('addresses', () => {
  it('of a framed page lead to framed pages only', () => {
    const framed = pathsFor(true)
    const all = [
      framed.home,
      framed.list,
      framed.search,
      framed.installed,
      framed.item('x'),
      framed.checkout('x'),
      framed.install('x'),
      framed.uninstall('x'),
      framed.contact,
    ]
    expect(all.filter((path) => !/^\/market(\/|$)/.test(path))).toEqual([])
  })

  it('that somebody wrote for the site are moved into the frame there, and only once', () => {
    const { inside } = pathsFor(true)
    expect(
      ['/', '/minty', '/list?category=dark#top', '/market/list', '/digital-market?q=/market/'].map(
        inside,
      ),
    ).toEqual([
      '/market',
      '/market/minty',
      '/market/list?category=dark#top',
      '/market/list',
      '/market/digital-market?q=/market/',
    ])
    expect(pathsFor(false).inside('/minty')).toBe('/minty')
  })

  it('of the site never lead into the frame', () => {
    const site = pathsFor(false)
    const all = [
      site.home,
      site.list,
      site.search,
      site.installed,
      site.account,
      site.item('x'),
      site.checkout('x'),
      site.install('x'),
      site.uninstall('x'),
    ]
    expect(all.filter((path) => path.startsWith('/market'))).toEqual([])
  })

  it('keep path and query when the language changes', () => {
    expect(
      withChangedQuery({ pathname: '/list', search: '?category=trust&hl=tr' }, { hl: 'ar' }),
    ).toBe('/list?category=trust&hl=ar')
    expect(withChangedQuery({ pathname: '/', search: '' }, { hl: 'en' })).toBe('/?hl=en')
  })
})
