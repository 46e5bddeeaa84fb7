import type { Message } from '#lib/locale.ts'
import type { decisions as source } from '../tr/decisions.ts'

export const decisions: Record<keyof typeof source, Message> = {
  'decisions.title': 'القرارات',
  'decisions.lead': 'ما قرره السوق بشأن هذا المتجر وأسبابه وطريقة الاعتراض.',
  'decisions.none': 'لا قرارات',
  'decisions.none_note': 'إذا أزال السوق تقييمًا لك فستجد الأسباب هنا ويمكنك الاعتراض.',
  'decisions.text_erased': 'أُزيل نص تقييمك لـ{item}',
  'decisions.over': 'لم يعد هذا القرار ساريًا.',
  'decisions.facts': 'السبب',
  'decisions.grounds.contract': 'بموجب قاعدة من قواعد السوق: {rule}',
  'decisions.grounds.law': 'بموجب القانون: {rule}',
  'decisions.automated.no': 'اتخذ القرار شخص.',
  'decisions.automated.found': 'رصده برنامج وقرر شخص.',
  'decisions.automated.decided': 'اتخذ القرار برنامج.',
  'decisions.object': 'اعترض',
  'decisions.object_note':
    'يمكنك الاعتراض مرة واحدة حتى {date}. يقرأ اعتراضك شخص لم يتخذ القرار ويرد. ويبقى حقك في اللجوء إلى القضاء.',
  'decisions.words': 'لماذا لا توافق؟',
  'decisions.words_hint': '20 حرفًا على الأقل. اذكر ما حدث وما أُسيء فهمه.',
  'decisions.send': 'أرسل الاعتراض',
  'decisions.sent': 'وصل اعتراضك. يصلك الرد بالبريد ويبقى هنا.',
  'decisions.yours': 'اعتراضك',
  'decisions.waiting': 'بانتظار الرد',
  'decisions.late': 'انتهت مهلة الاعتراض في {date}.',
  'decisions.upheld': 'القرار قائم',
  'decisions.reversed': 'أنت على حق: أُلغي القرار',
}
