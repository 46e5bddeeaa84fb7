import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'رمز دخولك إلى Arasta',
  'mails.connect.lead': 'يريد شخص ما الدخول إلى Arasta بالمتجر {host}. إن كنت أنت، فاكتب هذا الرمز في صفحة الدخول:',
  'mails.connect.what': 'الرمز صالح 5 دقائق ويُستعمل مرة واحدة. لا تعطه لأحد، ولن تطلبه Arasta منك أبدًا.',
  'mails.connect.footnote': 'إن لم تطلبه أنت فلا يلزمك فعل شيء: لا يدخل أحد بمتجرك من دون الرمز. وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
}
