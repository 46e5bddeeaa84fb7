import { EMAIL_PURPOSE, MESSAGE_PURPOSE } from '#contexts/contact/data.ts'
import { mailboxOf } from '#contexts/contact/rules.ts'

/** A column whose values are sealed (`lib/sealed.ts`), with what re-encryption must know of it. */
export interface SealedColumn {
  table: string
  column: string
  purpose: string
  /** Fields of the JSON inside that are sealed themselves, for the same purpose. */
  inner?: readonly string[]
  /** A keyed hash beside it by which the row is found, made of what the value says. */
  hash?: { column: string; purpose: string; of: (plain: string) => string }
}

const emailHash = { column: 'email_hash', purpose: EMAIL_PURPOSE, of: mailboxOf }

/** Every sealed column of the database; `reseal.test.ts` compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'addresses', column: 'identity_number_sealed', purpose: 'address' },
  { table: 'app_credentials', column: 'secret_sealed', purpose: 'app-credential' },
  { table: 'console_presses', column: 'answer_sealed', purpose: 'console-press' },
  { table: 'contact_answers', column: 'content_sealed', purpose: MESSAGE_PURPOSE },
  { table: 'contact_messages', column: 'answer_sealed', purpose: MESSAGE_PURPOSE },
  {
    table: 'contact_messages', column: 'content_sealed', purpose: MESSAGE_PURPOSE,
    hash: { column: 'sender_hash', purpose: EMAIL_PURPOSE, of: plain => mailboxOf((JSON.parse(plain) as { email: string }).email) },
  },
  { table: 'form_presses', column: 'answer_sealed', purpose: 'form-press' },
  { table: 'invoices', column: 'content_sealed', purpose: 'invoice' },
  { table: 'mails', column: 'content_sealed', purpose: 'mail' },
  { table: 'newsletter_consents', column: 'email_sealed', purpose: EMAIL_PURPOSE, hash: emailHash },
  { table: 'newsletter_subscribers', column: 'email_sealed', purpose: EMAIL_PURPOSE, hash: emailHash },
  { table: 'orders', column: 'address_sealed', purpose: 'address', inner: ['identity_number_sealed'] },
  { table: 'payment_attempts', column: 'challenge_sealed', purpose: 'payment-challenge' },
  { table: 'payment_attempts', column: 'return_sealed', purpose: 'payment-return' },
  { table: 'pending_entries', column: 'store_token_sealed', purpose: 'pending-entry' },
  { table: 'platforms', column: 'connector_secret_sealed', purpose: 'connector-client' },
  { table: 'previews', column: 'tokens_sealed', purpose: 'preview' },
  { table: 'site_claims', column: 'contact_sealed', purpose: 'site-claim' },
  { table: 'sites', column: 'contact_sealed', purpose: 'site-contact' },
  { table: 'store_credentials', column: 'secret_sealed', purpose: 'store-credential' },
  { table: 'store_data_requests', column: 'file_sealed', purpose: 'store-data' },
  { table: 'webhook_endpoints', column: 'former_sealed', purpose: 'webhook' },
  { table: 'webhook_endpoints', column: 'secret_sealed', purpose: 'webhook' },
  { table: 'wordpress_claims', column: 'found_sealed', purpose: 'wordpress-found' },
  { table: 'wordpress_moves', column: 'former_sealed', purpose: 'wordpress-former' },
  { table: 'wordpress_sites', column: 'contact_sealed', purpose: 'wordpress-contact' },
]
