import type { Message } from '#lib/locale.ts'
import type { faults as source } from '../tr/faults.ts'

export const faults: Record<keyof typeof source, Message> = {
  'errors.unexpected': 'حدث خطأ ما',
  'errors.unexpected.description':
    'الخطأ من عندنا. مدفوعاتك وتثبيتاتك في أمان؛ حاول مرة أخرى بعد قليل.',
  'errors.unsuccessful': 'لم تنجح العملية',
  'errors.session.required': 'عليك تسجيل الدخول بمتجرك أولًا',
  'errors.not_found': 'الصفحة غير موجودة',
  'errors.not_found.path': 'الصفحة غير موجودة: {path}',
  'errors.back_to_home': 'واجهتنا مشكلة. عُد إلى الصفحة الرئيسية.',
  'errors.browser': 'هناك مشكلة في متصفحك؛ غيّره أو حدّثه',
}
