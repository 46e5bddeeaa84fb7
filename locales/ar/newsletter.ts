import type { Message } from '#lib/locale.ts'
import type { newsletter as source } from '../tr/newsletter.ts'

export const newsletter: Record<keyof typeof source, Message> = {
  'newsletter.title': 'النشرة البريدية',
  'newsletter.text': 'تطبيقات وقوالب جديدة، مرة كل شهر.',
  'newsletter.email': 'بريدك الإلكتروني',
  'newsletter.submit': 'اشترك',
  'newsletter.sent': 'أرسلنا رابطًا إلى بريدك. يبدأ اشتراكك بعد تأكيده.',
}
