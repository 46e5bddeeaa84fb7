import type { Message } from '#lib/locale.ts'
import type { enter as source } from '../tr/enter.ts'

export const enter: Record<keyof typeof source, Message> = {
  'enter.platform.any_site': 'أي موقع',
  'enter.title': 'ادخل بمتجرك',
  'enter.intro': 'لا حساب منفصل ولا كلمة مرور. للدخول طريقان:',
  'enter.by_panel': 'من لوحة متجرك',
  'enter.by_site': 'اربط موقعك لأول مرة',
  'enter.by_site_note': 'تُثبت أنه لك بسجل أو ملف أو وسم. يستغرق خمس دقائق.',
  'enter.by_wordpress_note': 'تكتب عنوانه وتثبّت إضافتنا وتوافق في ووردبريس. يستغرق خمس دقائق.',
  'enter.site': 'اربط موقعك',
  'enter.by_address': 'بعنوان متجرك',
  'enter.other_platform': 'هل متجرك على نظام آخر؟',
  'enter.by_address_note': 'من دون اللوحة: اكتب العنوان وادخل بالرمز الذي يصل إلى صاحب المتجر.',
  'enter.address': 'اكتب العنوان',
  'enter.step.panel': 'افتح لوحة إدارة {platform}.',
  'enter.step.menu': 'اختر التطبيقات والقوالب من القائمة.',
  'enter.step.back': 'ستُفتح {market} هناك بمتجرك، فتشتري وتثبّت.',
  'enter.panel': 'اذهب إلى اللوحة',
  'enter.close': 'إغلاق',
}
