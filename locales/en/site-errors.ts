import type { Message } from '#lib/locale.ts'
import type { siteErrors as source } from '../tr/site-errors.ts'

export const siteErrors: Record<keyof typeof source, Message> = {
  'errors.field.site_rule': 'Type an address pattern or an element',
  'errors.field.site_path': 'A pattern begins with / and has no spaces, for example /product/*',
  'errors.field.site_selector': 'Type a valid CSS selector, for example .product-detail',
  'errors.field.shop_address': 'Type your shop’s address, for example myshop.com',
  'errors.site.same_address': 'The site is at this address already',
}
