import type { Message } from '#lib/locale.ts'
import type { dataWords as source } from '../tr/console-data.ts'

export const dataWords: Record<keyof typeof source, Message> = {
  'console.data.title': 'بيانات المتجر',
  'console.data.lead': 'يمكن لصاحب المتجر أن يطلب كل ما نعرفه أو أن يُحذف. يُسجَّل كل طلب وكل تنزيل.',
  'console.data.kind.export': 'تصدير',
  'console.data.kind.erase': 'حذف',
  'console.data.state.queued': 'قيد التنفيذ',
  'console.data.state.done': 'تم',
  'console.data.state.failed': 'لم يتم',
  'console.data.export_lead':
    'المتجر والطلبات والعناوين والتثبيتات والموافقات والمراجعات والرسائل في ملف واحد. يبقى أسبوعًا ولا يحوي مفاتيح سرية.',
  'console.data.export': 'جهّز الملف',
  'console.data.erase_lead':
    'يُحذف كل ما يعرّف بشخص: العناوين والجلسات والبطاقات والرسائل ونصوص المراجعات. تبقى الطلبات وفواتيرها كما يطلب القانون. لا يمكن التراجع.',
  'console.data.erase_not_yet': 'لا يزال في المتجر محتوى مثبَّت. على صاحبه إزالته أولًا.',
  'console.data.erase': 'احذف البيانات',
  'console.forget.title': 'إسقاط الموقع',
  'console.forget.lead':
    'لم تجب الإضافة منذ {date}، وعدد المرات التي نظرنا فيها {count}. ينتهي هنا ما ثُبّت وتُمحى المفاتيح، ولا يُحذف شيء في الموقع.',
  'console.forget.not_yet': 'الوقت مبكر: يلزم بضع نظرات أخرى، وننظر كل ساعة.',
  'console.forget.press': 'أسقطه',
  'console.forget.done': 'أُسقط الموقع، وما ثُبّت عليه في طريقه إلى الانتهاء.',
  'console.data.type_domain': 'اكتب النطاق للتأكيد: {domain}',
  'console.data.asked': 'الطلب في الصف.',
  'console.data.download': 'نزّل',
}
