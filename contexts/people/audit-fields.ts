import { LOCALES } from '#lib/locale.ts'

/** Every field, at whatever depth, that a line of the audit log may have. Readers are told them in words (`console-audit-fields.ts` of each language). */
export const AUDIT_FIELDS: readonly string[] = [
  'about', 'about_ar', 'about_en', 'about_tr', 'accepted_by', 'active', 'address', 'alt', 'amountMinor', 'amount_minor', 'answered_by', 'appealed_by', 'asked_minor',
  'author', 'categoryIds', 'changed_at', 'claimed_by', 'code', 'colours', 'company', 'created_at', 'credits', 'currency', 'dark', 'description', 'device', 'document',
  'domain_way', 'draft', 'drafted_at', 'drawing', 'email', 'email_proved_at', 'email_verified', 'erased', 'expires_at', 'facts', 'features', 'first_purchase', 'from',
  'ground', 'grounds', 'handled_by', 'heading', 'height', 'hidden', 'home_country', 'href', 'icon', 'id', 'inAppPurchase', 'item', 'item_id', 'kind', 'label', 'language',
  'last_at', 'lead', 'leaves_alone', 'legal_address', 'legal_name', 'licence', 'light', 'links', 'live_on', 'locale', 'logo', 'looked_at', 'market', 'members', 'name',
  'note', 'notes', 'notice', 'open_reports', 'outcome', 'package', 'paid_on', 'paragraphs', 'partnerId', 'partner_id', 'partner_state', 'partners_told', 'path',
  'percent_bp', 'period', 'phone', 'picture', 'pictures', 'place', 'placeholder', 'plans', 'position', 'prefix', 'prices_include_tax', 'privacy_url', 'proved_domain',
  'rateBp', 'reason', 'reference', 'refunds', 'registered_mail', 'registry_number', 'revision', 'revoked_at', 'role', 'rule', 'scopes', 'second_needed', 'sha256',
  'shown', 'slug', 'source', 'sources', 'spam_at', 'stage', 'state', 'status', 'stop', 'store_limit', 'support', 'support_email', 'support_url', 'swatches', 'tag',
  'tagIds', 'tagline', 'target', 'tax', 'tax_number', 'tax_office', 'text', 'title', 'total_limit', 'touches', 'two_factor_enabled', 'type', 'until', 'validFrom',
  'valid_from', 'valid_until', 'verified_at', 'version', 'website', 'width', 'with_listing', 'words', 'words_ar', 'words_en', 'words_tr',
]

const NAMED = new Set([...AUDIT_FIELDS, ...LOCALES])
/** Their fields are named by what people wrote: days from which a rate holds, keys of a platform, colours of the design. */
const NAMED_BY_DATA = ['tax_rate', 'platform_key', 'colours']

/** Fields of a line that nobody has a word for. */
export function unnamedFields(of: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || NAMED_BY_DATA.includes(of)) return []
  if (Array.isArray(value)) return value.flatMap(one => unnamedFields(of, one))
  return Object.entries(value).flatMap(([name, one]) => [...(NAMED.has(name) ? [] : [name]), ...unnamedFields(name, one)])
}
