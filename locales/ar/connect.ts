import type { Message } from '#lib/locale.ts'
import type { connect as source } from '../tr/connect.ts'

export const connect: Record<keyof typeof source, Message> = {
  'connect.title': 'ادخل بعنوان متجرك',
  'connect.lead':
    'اكتب العنوان فيصل إلى صاحب المتجر رمز من 6 أرقام بالبريد الإلكتروني. لا كلمة مرور ولا حساب منفصل.',
  'connect.address': 'عنوان متجرك',
  'connect.address_hint': 'اسم النطاق أو عنوان أي صفحة من المتجر.',
  'connect.send': 'أرسل الرمز',
  'connect.forgot':
    'هذا المتصفح لا يتذكر الرمز الذي تنتظره: إما أن ملفات الارتباط معطلة فيه أو أن الرمز انتهت صلاحيته. اسمح بملفات الارتباط ثم اكتب العنوان من جديد.',
  'connect.going_on': 'بعد الدخول تكمل من حيث كنت.',
  'connect.panel_title': 'تعال من لوحتك',
  'connect.first_time':
    'تتعرّف {market} على المتجر بعد أن يأتي صاحبه مرة واحدة من لوحة {platform}. إن لم تأتِ منها من قبل فلن يصلك رمز: ادخل أول مرة من هنا.',
  'connect.no_mail': 'لم يصلك الرمز؟',
  'connect.no_mail.wait': 'انتظر دقيقة أو دقيقتين، وابحث في البريد غير المرغوب فيه.',
  'connect.no_mail.address':
    'تأكد من صحة العنوان: {host}. يجب أن يكون عنوان المتجر على هذه المنصة.',
  'connect.code_title': 'اكتب الرمز',
  'connect.sent':
    'إن كان {host} متجرًا على {platform} وسبق لصاحبه أن فتح {market} من لوحته، فقد أرسلنا رمزًا من 6 أرقام إلى البريد المسجَّل لدى المنصة. ولا نذكر هنا ما هو ذلك البريد.',
  'connect.code': 'الرمز من 6 أرقام',
  'connect.code_hint': 'صالح 5 دقائق. إن لم يصل فابحث في الرسائل غير المرغوبة أيضًا.',
  'connect.code.slow': 'الرمز من 12 رقمًا',
  'connect.code_hint.slow':
    'الرمز في أحدث رسالة صالح ساعة واحدة. ابحث في الرسائل غير المرغوبة أيضًا.',
  'connect.slow':
    'طُلبت رموز كثيرة لهذا المتجر. حتى لا يمتلئ بريد صاحبه نرسل رسالة واحدة كل ساعة: الرمز ذو 12 رقمًا في أحدث رسالة يصلح هنا.',
  'connect.enter': 'دخول',
  'connect.resend': 'أرسل الرمز مرة أخرى',
  'connect.resend_in': 'مرة أخرى بعد {seconds} ث',
  'connect.resent': 'أرسلنا الرمز مرة أخرى، والرمز في الرسالة السابقة هو نفسه.',
  'connect.other': 'اكتب عنوانًا آخر',
  'connect.signed_in': '{domain} مفتوح الآن في هذا المتصفح.',
  'connect.go_on': 'تابع بالمتجر {domain}',
  'connect.replaces': 'إن دخلت بالرمز يُغلق {domain} في هذا المتصفح ويُفتح هذا المتجر مكانه.',
  'connect.enter_replacing': 'ادخل بدلًا من {domain}',
  'errors.field.code': 'الرمز من 6 أرقام أو 12 رقمًا',
}
