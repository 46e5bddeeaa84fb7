import type { Message } from '#lib/locale.ts'
import type { moveMails as source } from '../tr/move-mails.ts'

export const moveMails: Record<keyof typeof source, Message> = {
  'mails.move_code.subject': 'هل ينتقل {domain}؟ رمزك',
  'mails.move_code.lead':
    'يريد أحدهم نقل متجر {from} إلى {to} مع كل ما اشتراه وثبّته. إن كنت أنت فاكتب هذا الرمز على الشاشة:',
  'mails.move_code.footnote':
    'يصلح الرمز 5 دقائق. إن لم تكن أنت فلا شيء عليك: من دونه لا ينقل أحد متجر {from}. لا تعطه أحدًا.',
  'mails.moved.subject': 'متجرك الآن على {to}',
  'mails.moved.lead':
    'انتقل متجرك من {from} إلى {to}. ما اشتريته وثبّتّه على العنوان الجديد، ورموز الدخول تذهب من الآن إلى بريد الموقع الجديد.',
  'mails.moved.what':
    'نعيد ما ينقص على العنوان الجديد ونزيل ما بقي لنا في القديم. وقد انتهت كل الجلسات السابقة.',
  'mails.moved.not_you': 'إن لم تكن أنت من فعل هذا فاكتب لنا فورًا: {address}',
  'mails.moved.look': 'انظر إلى موقعي',
}
