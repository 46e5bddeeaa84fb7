import isEmailOfLibrary from 'validator/lib/isEmail.js'
import { looksLikeEmail } from './field-rules.ts'

/**
 * Whether `text` is one plain e-mail address (RFC 5321, with letters of every language as in RFC
 * 6531), for the server's schemas (`field-schema.ts`). Refuses quoted local parts, comments,
 * address literals and hosts without a dot. The loose check runs first: it limits the length, and
 * guarantees that the browser never refuses what the server accepts.
 */
export const isEmail = (text: string): boolean => looksLikeEmail(text) && isEmailOfLibrary(text)
