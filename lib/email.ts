import isEmailOfLibrary from 'validator/lib/isEmail.js'
import { looksLikeEmail } from './field-rules.ts'

/**
 * Is `text` one plain e-mail address (RFC 5321, letters of every language as in RFC 6531)? For the
 * server: every schema asks here (`field-schema.ts`). Quoted local parts, comments, address
 * literals and hosts without a dot are refused. The loose check comes first: it bounds the length,
 * and the browser can never refuse what the server accepts.
 */
export const isEmail = (text: string): boolean => looksLikeEmail(text) && isEmailOfLibrary(text)
