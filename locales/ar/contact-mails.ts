import type { Message } from '#lib/locale.ts'
import type { contactMails as source } from '../tr/contact-mails.ts'

export const contactMails: Record<keyof typeof source, Message> = {
  'contact.mail.subject': 'نموذج الاتصال: {subject}',
  'contact.mail.note': 'لم يُتحقق من عنوان المرسل، والرد يصل إليه. السجل: {id}',
  'newsletter.mail.subject': 'أكّد اشتراكك في النشرة',
  'newsletter.mail.text':
    'طُلب الاشتراك في نشرة {market} بهذا العنوان. إن كنت أنت من طلب ذلك فأكّد؛ الرابط صالح لمدة 72 ساعة.',
  'newsletter.mail.action': 'تأكيد الاشتراك',
  'newsletter.mail.note': 'إن لم تطلب ذلك فلا حاجة إلى أي إجراء؛ لن تصلك النشرة ما لم تؤكد.',
  'newsletter.mail.known_subject': 'أنت مشترك بالفعل',
  'newsletter.mail.known_text':
    'طُلب الاشتراك في نشرة {market} بهذا العنوان مرة أخرى. أنت مشترك بالفعل، ولا حاجة إلى أي إجراء.',
  'newsletter.mail.leave': 'إلغاء الاشتراك',
  'newsletter.mail.welcome_subject': 'تم اشتراكك في النشرة',
  'newsletter.mail.welcome_text':
    'وصلتنا موافقتك. يمكنك إلغاء الاشتراك في أي وقت من الرابط أدناه، أو بزر برنامج البريد نفسه.',
}
