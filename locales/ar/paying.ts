import type { Message } from '#lib/locale.ts'
import type { paying as source } from '../tr/paying.ts'

export const paying: Record<keyof typeof source, Message> = {
  'errors.checkout.card_not_found': 'لم نجد هذه البطاقة المحفوظة',
  'errors.checkout.card_not_deleted':
    'تعذّر حذف البطاقة الآن لأن المصرف الذي يحفظها لم يُجب. حاول بعد قليل.',
  'errors.checkout.saved_card_expired':
    'انتهت صلاحية هذه البطاقة. اختر بطاقة أخرى أو اكتب بياناتها.',
  'errors.checkout.means_not_accepted':
    'طريقة الدفع هذه غير متاحة حاليًا. حدّث الصفحة وحاول من جديد.',
  'errors.checkout.installments_not_offered':
    'لا تتيح هذه البطاقة هذا العدد من الأقساط. لم يُخصم أي مبلغ؛ راجع الخيارات من جديد.',
  'errors.field.card_name': 'لا تكتب رقم البطاقة هنا؛ سمِّ البطاقة باسم',
  'pay.card.choose': 'اختر البطاقة التي ستدفع بها',
  'pay.card.other': 'بطاقة أخرى',
  'pay.card.other_note': 'تكتب بياناتها الآن.',
  'pay.card.until': 'تنتهي في {date}',
  'pay.card.expired': 'منتهية',
  'pay.fields.page': 'ستُدخل بيانات بطاقتك في الخطوة التالية على صفحة مزوّد الدفع نفسه.',
  'pay.fields.opening': 'جارٍ فتح حقول البطاقة…',
  'pay.fields.failed': 'تعذّر فتح حقول البطاقة. تحقّق من اتصالك ثم حاول مجددًا.',
  'pay.fields.again': 'حاول مجددًا',
  'pay.fields.no_script': 'حقول البطاقة تحتاج إلى تفعيل JavaScript في متصفحك.',
  'pay.fields.incomplete': 'أكمل بيانات بطاقتك',
  'pay.card.keep': 'احفظ هذه البطاقة للمرات القادمة',
  'pay.card.keep_hint':
    'المصرف هو من يحفظ البطاقة، ولا يبقى عندنا سوى نوعها وآخر أربعة أرقام وتاريخ انتهائها. يمكنك حذفها من صفحة البطاقات متى شئت.',
  'pay.card.keep_name': 'اسم للبطاقة',
  'pay.card.keep_name_hint': 'مثلًا «بطاقة الشركة».',
  'pay.parts': 'التقسيط',
  'pay.parts.choose': 'اختر عدد الأقساط',
  'pay.parts.single': 'دفعة واحدة',
  'pay.parts.count': {
    zero: '{count} قسط',
    one: 'قسط واحد',
    two: 'قسطان',
    few: '{count} أقساط',
    many: '{count} قسطًا',
    other: '{count} قسط',
  },
  'pay.parts.each': 'كل شهر',
  'pay.parts.total': 'المجموع',
  'pay.parts.surcharge': 'كلفة التقسيط',
  'pay.parts.none': 'لا شيء',
  'pay.parts.asking': 'نسأل عن خيارات التقسيط…',
  'pay.parts.silent': 'تعذّر تحميل خيارات التقسيط الآن. يمكنك الدفع دفعة واحدة.',
  'pay.parts.line': {
    zero: 'كلفة التقسيط ({count} قسط)',
    one: 'كلفة التقسيط (قسط واحد)',
    two: 'كلفة التقسيط (قسطان)',
    few: 'كلفة التقسيط ({count} أقساط)',
    many: 'كلفة التقسيط ({count} قسطًا)',
    other: 'كلفة التقسيط ({count} قسط)',
  },
  'pay.parts.terms': {
    zero: '{count} قسط، {each} كل شهر',
    one: 'قسط واحد، {each} كل شهر',
    two: 'قسطان، {each} كل شهر',
    few: '{count} أقساط، {each} كل شهر',
    many: '{count} قسطًا، {each} كل شهر',
    other: '{count} قسط، {each} كل شهر',
  },
  'pay.charged': 'المبلغ الذي سيُخصم من البطاقة',
}
