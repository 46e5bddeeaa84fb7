import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { PARTNER_TOKEN_PREFIX } from './token-prefixes.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM = 40
const CHECK = 6
const FORM = new RegExp(`^${PARTNER_TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM + CHECK}}$`)

/**
 * Generates a partner token: a prefix, 238 random bits and a checksum, so that secret scanners
 * recognize it without false positives.
 */
export function newPartnerToken(): string {
  let random = ''
  for (let index = 0; index < RANDOM; index += 1) random += ALPHABET[randomInt(ALPHABET.length)]
  return PARTNER_TOKEN_PREFIX + random + checkOf(random)
}

/**
 * Whether `text` has the format of a partner token, checksum included. The database decides whether
 * it is valid.
 */
export const isPartnerToken = (text: string): boolean =>
  FORM.test(text) && text.slice(-CHECK) === checkOf(text.slice(PARTNER_TOKEN_PREFIX.length, -CHECK))

/** CRC-32 in base 62. */
function checkOf(random: string): string {
  let [rest, digits] = [crc32(random), '']
  for (let index = 0; index < CHECK; index += 1) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
