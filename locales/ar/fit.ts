import type { Message } from '#lib/locale.ts'
import type { fit as source } from '../tr/fit.ts'

export const fit: Record<keyof typeof source, Message> = {
  'fit.version': 'لا يناسب إصدار متجرك',
  'fit.version_note':
    'يحتاج هذا الإصدار إلى {needs} وإصدار متجرك {has}. لا يمكن تثبيته حتى يصدر ما يناسبه.',
  'fit.version_none': 'هذا الإصدار ليس لمنصة متجرك ولا يمكن تثبيته.',
  'fit.newer': 'الإصدار {version} يطلب متجرًا أحدث.',
  'fit.newer_note': 'إصدار متجرك {has} وهو يطلب {needs}. أحدث ما يناسب متجرك هو {offered}.',
  'fit.coming': 'اعتبارًا من {day} يصبح إصدار متجرك {version}.',
  'fit.coming_none': 'لا يوجد بعد إصدار منه يعمل معه. اسأل مطوّره، أو ابحث عن بديل قبل ذلك اليوم.',
  'fit.coming_update': 'حدّث إلى {to} ليستمر في العمل بعد ذلك اليوم.',
  'fit.missing': 'لا يوجد في متجرك: {places}',
  'fit.missing_note': 'لا يعمل هذا المنتج من دونه، فلا يمكن تثبيته في متجرك. اعلم ذلك قبل الشراء.',
  'fit.left_out': {
    zero: 'لا يُترك شيء',
    one: 'يُترك هذا الجزء ويعمل الباقي: {parts}',
    two: 'يُترك هذان الجزآن ويعمل الباقي: {parts}',
    few: 'تُترك هذه الأجزاء ويعمل الباقي: {parts}',
    many: 'تُترك هذه الأجزاء ويعمل الباقي: {parts}',
    other: 'تُترك هذه الأجزاء ويعمل الباقي: {parts}',
  },
  'fit.place.1': 'كل الصفحات، قبل نهاية head',
  'fit.place.2': 'كل الصفحات، في بداية body',
  'fit.place.3': 'كل الصفحات، قبل نهاية body',
  'fit.place.4': 'صفحة تأكيد العضوية',
  'fit.place.5': 'صفحة تأكيد العضوية، قبل نهاية head',
  'fit.place.1003': 'قائمة المنتجات',
  'fit.place.1004': 'صفحة المنتج',
  'fit.place.1054': 'صفحة السلة',
  'fit.place.100100': 'خطوة العنوان في الطلب',
  'fit.place.100101': 'خطوة الدفع في الطلب',
  'fit.place.100102': 'خطوة التأكيد في الطلب',
}
