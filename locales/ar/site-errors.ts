import type { Message } from '#lib/locale.ts'
import type { siteErrors as source } from '../tr/site-errors.ts'

export const siteErrors: Record<keyof typeof source, Message> = {
  'errors.field.site_rule': 'اكتب نمط عنوان أو عنصرًا',
  'errors.field.site_path': 'يبدأ النمط بعلامة / ولا يحوي فراغات، مثل ‎/product/*‎',
  'errors.field.site_selector': 'اكتب محدد CSS صحيحًا، مثل ‎.product-detail‎',
  'errors.field.shop_address': 'اكتب عنوان متجرك، مثل myshop.com',
  'errors.site.same_address': 'الموقع على هذا العنوان أصلًا',
}
