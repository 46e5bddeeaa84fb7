import type { Message } from '#lib/messages.ts'
import type { plan as source } from '../tr/plan.ts'

export const plan: Record<keyof typeof source, Message> = {
  'plan.map': 'أين في متجرك',
  'plan.page.home': 'الصفحة الرئيسية',
  'plan.page.list': 'قائمة المنتجات',
  'plan.page.product': 'صفحة المنتج',
  'plan.page.cart': 'السلة',
  'plan.page.order': 'خطوات الطلب',
  'plan.page.member': 'تأكيد العضوية',
  'plan.page.panel': 'لوحة متجرك',
  'plan.page_pins': '{page}: هنا التغيير رقم {pins}',
  'plan.page_untouched': '{page}: لا تتغيّر',
  'plan.code': 'أظهر الشيفرة',
  'plan.code_of': '{title}: الشيفرة قبل وبعد',
  'plan.code_placement': 'رمز الموضع {code}',
  'plan.code_gone': 'يزول: ',
  'plan.code_new': 'يأتي: ',
  'plan.code_more': { zero: 'لا غيرها', one: 'وقاعدة أخرى', two: 'وقاعدتان أخريان', few: 'و{count} قواعد أخرى', many: 'و{count} قاعدة أخرى', other: 'و{count} قاعدة أخرى' },
  'plan.weight': 'للعلم',
  'plan.weight.size': 'حجم الحزمة',
  'plan.weight.files': 'ما يأتي إلى الصفحات',
  'plan.weight.files_count': { zero: 'لا ملفات', one: 'ملف واحد', two: 'ملفان', few: '{count} ملفات', many: '{count} ملفًا', other: '{count} ملف' },
  'plan.weight.from': 'من أين يُحمَّل',
  'plan.weight.own': 'كله من عنوان متجرك نفسه، ولا يُحمَّل شيء من مكان آخر.',
  'plan.weight.outside': 'من عنوان متجرك، وتُذكر معه هذه العناوين: {origins}',
}
