import type { Message } from '#lib/locale.ts'
import type { orderSteps as source } from '../tr/order-steps.ts'

export const orderSteps: Record<keyof typeof source, Message> = {
  'order_steps.title': 'نص برمجي في صفحات الطلب',
  'order_steps.note':
    'في هذه الصفحات يكتب زبائنك عناوينهم وبطاقاتهم. والنص هنا يستطيع رؤية ما يكتبونه، فلا توافق إلا إن كنت تثق بالمطوّر.',
  'order_steps.agree':
    'أوافق على أن يعمل هذا النص في الصفحات التي يكتب فيها زبائني عناوينهم وبطاقاتهم.',
  'order_steps.part': '{title} ({place})',
  'order_steps.kept': 'تُحفظ موافقتك مع بصمة النص، وتجدها في «النصوص البرمجية في صفحاتك».',
  'order_steps.newly': 'نص جديد في صفحات الطلب',
  'data_notice.title': 'معلومات عن بياناتك',
  'data_notice.text':
    'يستخدم التثبيت اسم حسابك وبريده وعنوان متجرك. ولا يصل المنتج إلا إلى المواضع والصلاحيات المذكورة أعلاه، ولا يُستخدم شيء في الإعلان. هذا للعلم، ولا تُطلب موافقتك عليه.',
  'data_notice.whole': 'اقرأه كاملًا',
  'consents.title': 'موافقاتك',
  'consents.note': 'كل مربع موافقة مستقلة، ولا يأتي أيّ منها محدَّدًا.',
}
