import type { Message } from '#lib/locale.ts'
import type { runningWords as source } from '../tr/console-running.ts'

export const runningWords: Record<keyof typeof source, Message> = {
  'console.nav.jobs': 'المهام',
  'console.nav.platforms': 'المنصات',
  'console.jobs.lead': 'أعمال تُنجز في الخلفية. ما تُرك يمكن أن يُجرَّب ثانية أو يُنسى.',
  'console.jobs.state.failed': 'المتروكة',
  'console.jobs.state.waiting': 'المنتظرة',
  'console.jobs.state.active': 'الجارية',
  'console.jobs.none': 'لا مهام هنا',
  'console.jobs.tries': 'المحاولات',
  'console.jobs.fault': 'آخر خطأ',
  'console.jobs.made': 'منذ',
  'console.jobs.retry': 'جرّب ثانية',
  'console.jobs.discard': 'انسَها',
  'console.jobs.retried': 'عادت إلى الصف.',
  'console.jobs.discarded': 'نُسيت.',
  'console.jobs.active': 'جارية',
  'console.platforms.panels': 'اللوحات',
  'console.platforms.stores': 'المتاجر',
  'console.platforms.runs': 'آخر 24 ساعة',
  'console.platforms.runs_words':
    'أُنجز {succeeded} ولم يُنجز {failed} (لم يجب المتجر {unreachable} مرة)',
  'console.platforms.prices': 'الأسعار',
  'console.platforms.with_tax': 'أظهرها مع الضريبة',
  'console.platforms.country': 'ضريبة أي بلد ما دام العنوان مجهولًا (رمز البلد)',
  'console.platforms.keys': 'مفاتيح الجلسات',
  'console.platforms.key': 'المفتاح',
  'console.platforms.key_live': 'ساري',
  'console.platforms.key_retired': 'متقاعد',
  'console.platforms.retire': 'أخرجه من الخدمة',
  'console.platforms.add': 'مفتاح عام جديد (JWK)',
  'console.platforms.add_hint':
    'مفتاح المنصة العام Ed25519 مع kid. أضف الجديد أولًا، ثم أخرج القديم حين تستعمله المنصة.',
  'console.platforms.add_send': 'أضف المفتاح',
  'console.platforms.settings': 'إعدادات التشغيل',
  'console.platforms.settings_lead':
    'تُضبط هذه حيث يُشغَّل السوق ولا تتغير من هنا: الاسم والشعار والألوان والعناوين وبوابة الدفع والبريد. وللنصوص القانونية إصدارات تتغير مع كل نشر، لأن الموافقات مرتبطة بها.',
}
