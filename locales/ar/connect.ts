import type { Message } from '#lib/messages.ts'
import type { connect as source } from '../tr/connect.ts'

export const connect: Record<keyof typeof source, Message> = {
  'connect.title': 'ادخل بعنوان متجرك',
  'connect.lead': 'اكتب العنوان فيصل إلى صاحب المتجر رمز من 6 أرقام بالبريد الإلكتروني. لا كلمة مرور ولا حساب منفصل.',
  'connect.address': 'عنوان متجرك',
  'connect.address_hint': 'اسم النطاق أو عنوان أي صفحة من المتجر.',
  'connect.send': 'أرسل الرمز',
  'connect.going_on': 'بعد الدخول تكمل من حيث كنت.',
  'connect.panel_title': 'إن كانت لوحتك مفتوحة',
  'connect.code_title': 'اكتب الرمز',
  'connect.sent': 'إن كان {host} متجرًا على {platform} وسبق لصاحبه أن فتح Arasta من لوحته، فقد أرسلنا رمزًا من 6 أرقام إلى البريد المسجَّل لدى المنصة. ولا نذكر هنا ما هو ذلك البريد.',
  'connect.code': 'الرمز من 6 أرقام',
  'connect.code_hint': 'صالح 5 دقائق. إن لم يصل فابحث في الرسائل غير المرغوبة أيضًا.',
  'connect.enter': 'دخول',
  'connect.resend': 'أرسل رمزًا جديدًا',
  'connect.resend_in': 'رمز جديد بعد {seconds} ث',
  'connect.resent': 'أرسلنا رمزًا جديدًا، ولم يعد الرمز السابق صالحًا.',
  'connect.other': 'اكتب عنوانًا آخر',
  'connect.signed_in': '{domain} مفتوح الآن في هذا المتصفح.',
  'connect.go_on': 'تابع بالمتجر {domain}',
  'connect.replaces': 'إن دخلت بالرمز يُغلق {domain} في هذا المتصفح ويُفتح هذا المتجر مكانه.',
  'connect.enter_replacing': 'ادخل بدلًا من {domain}',
}
