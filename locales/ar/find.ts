import type { find as tr } from '../tr/find.ts'
import type { Message } from '#lib/messages.ts'

export const find: Record<keyof typeof tr, Message> = {
  'list.platform': 'التوافق',
  'list.platform_any': 'الكل',
  'list.platform_on': 'يعمل مع {platform}',
  'list.permission': 'الأذونات',
  'list.permission_any': 'لا فرق',
  'list.permission_none': 'لا يطلب إذنًا',
  'list.permission_design_block': 'يطلب كتلة تصميم',
  'list.permission_tracking_code': 'يطلب رمز تتبّع',
  'list.permission_web_service_user': 'يطلب بيانات المتجر',
  'list.language': 'اللغة',
  'list.language_any': 'أي لغة',
  'list.released': 'آخر إصدار',
  'list.released_any': 'في أي وقت',
  'list.released_30': 'آخر 30 يومًا',
  'list.released_90': 'آخر 90 يومًا',
  'list.released_365': 'آخر سنة',
  'list.widened': 'كانت النتائج قليلة، فبحثنا أيضًا عن صيغ أخرى للكلمات.',
  'list.without': 'أزل واحدة من التصفيات',
  'list.near': 'هل تقصد',
  'list.popular': 'أكثر الفئات امتلاءً',
}
