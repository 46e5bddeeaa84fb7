import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'رمز دخولك إلى Arasta',
  'mails.connect.lead': 'يريد شخص ما الدخول إلى Arasta بالمتجر {host}. إن كنت أنت، فاكتب هذا الرمز في صفحة الدخول:',
  'mails.connect.what': 'الرمز صالح 5 دقائق ويُستعمل مرة واحدة. لا تعطه لأحد، ولن تطلبه Arasta منك أبدًا.',
  'mails.connect.footnote': 'إن لم تطلبه أنت فلا يلزمك فعل شيء: لا يدخل أحد بمتجرك من دون الرمز. وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
  'mails.recovery.subject': 'أراستا: كلمة مرور جديدة',
  'mails.recovery.lead': 'طُلبت كلمة مرور جديدة لحسابك. إن كنت أنت من طلبها فاختر واحدة أدناه؛ الرابط صالح لساعة ولمرة واحدة.',
  'mails.recovery.action': 'اختر كلمة مرور جديدة',
  'mails.recovery.footnote': 'إن لم تطلبها فلا تفعل شيئًا؛ تبقى كلمة مرورك كما هي.',
  'mails.email_check.subject': 'أراستا: هل هذا البريد لك؟',
  'mails.email_check.lead': 'يستخدم حساب في لوحة تحكم أراستا هذا البريد. إن كان لك فأكّده؛ الرابط صالح ليوم.',
  'mails.email_check.action': 'أكّد بريدي',
  'mails.email_check.footnote': 'إن لم يكن لك فلا تفعل شيئًا.',
  'mails.invitation.subject': 'دعوة من {team} إلى أراستا',
  'mails.invitation.lead': 'يدعوك {name} إلى فريق {team}. الرابط صالح لأسبوع ولمرة واحدة.',
  'mails.invitation.action': 'افتح الدعوة',
  'mails.invitation.footnote': 'إن لم تكن تتوقع هذه الدعوة فتجاهلها؛ لا يحدث شيء ما لم تقبل.',
  'mails.invitation.market': 'إدارة أراستا',
}
