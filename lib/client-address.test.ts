import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, readAddress } from './client-address.ts'

const seen = (forwarded: string | undefined, hops: number, socket = '10.0.0.1') =>
  clientAddress(
    {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: socket } as never,
    },
    hops,
  )

describe('ABU-1 the address of a client', () => {
  test('is what the nearest trusted proxy saw, whatever the client sent itself', () => {
    expect(seen('198.51.100.7, 203.0.113.5', 1)).toBe('203.0.113.5')
    expect(seen('198.51.100.7, 203.0.113.5, 10.1.1.1', 2)).toBe('203.0.113.5')
    expect(seen('203.0.113.5', 1)).toBe('203.0.113.5')
  })

  test('is that of the connection without a trusted proxy, with too few entries, or with an invalid entry', () => {
    expect(seen('198.51.100.7', 0)).toBe('10.0.0.1')
    expect(seen('198.51.100.7', 2)).toBe('10.0.0.1')
    expect(seen(undefined, 1)).toBe('10.0.0.1')
    for (const wrong of [
      '',
      'unknown',
      '1',
      '0x7f.1',
      '1.2.3',
      '1.2.3.4.5',
      '::1::',
      'a'.repeat(100_000),
      '203.0.113.5 x',
    ])
      expect(seen(`203.0.113.5, ${wrong}`, 1), wrong).toBe('10.0.0.1')
  })

  test('is normalized: without port, zone or brackets, IPv4-mapped IPv6 as IPv4', () => {
    expect(
      [
        '::ffff:203.0.113.5',
        '203.0.113.5:443',
        '[2001:DB8:0::1]:443',
        '2001:0db8:0000::0001',
        'fe80::1%eth0',
      ].map(readAddress),
    ).toEqual(['203.0.113.5', '203.0.113.5', '2001:db8::1', '2001:db8::1', 'fe80::1'])
    expect(seen(undefined, 0, '::ffff:127.0.0.1')).toBe('127.0.0.1')
  })

  test('is rate limited by /64 for IPv6 and as a whole for IPv4', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('203.0.113.5')).toBe('203.0.113.5')
  })
})
