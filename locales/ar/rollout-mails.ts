import type { Message } from '#lib/messages.ts'
import type { rolloutMails as source } from '../tr/rollout-mails.ts'

export const rolloutMails: Record<keyof typeof source, Message> = {
  'mails.rollout.subject': 'توقف تلقائيًا: {name}',
  'mails.rollout.lead': 'أُوقف {name}: لم يعد يُعرض على أي متجر. المتاجر التي ثبّتته تحتفظ به.',
  'mails.rollout.found.failures': 'من أصل {ended} من عمليات التثبيت والتحديث المنتهية فشلت {failed}.',
  'mails.rollout.found.health': 'من أصل {asked} متجرًا فُحصت صفحته الرئيسية قبل الإصدار وبعده، أجاب {bad} جيدًا قبله وبخطأ بعده مرتين.',
  'mails.rollout.stores': 'المتاجر التي حدث فيها الخلل: {stores}.',
  'mails.rollout.what': 'لا يستمر إلا إذا أعاده شخص وكتب السبب.',
  'mails.rollout.action': 'ألقِ نظرة',
  'mails.rollout.footnote': 'وصلتك هذه الرسالة لأنك تتابع الإصدارات في {market}.',
}
