import type { Message } from '#lib/locale.ts'
import type { why as source } from '../tr/why.ts'

export const why: Record<keyof typeof source, Message> = {
  'why.matched': 'كلماتك موجودة في: {fields}.',
  'why.field_name': 'الاسم',
  'why.field_tagline': 'التعريف',
  'why.field_developer': 'المطوّر',
  'why.field_category': 'الفئة',
  'why.field_description': 'الوصف',
  'why.field_release_notes': 'ملاحظات الإصدار',
  'why.sum': 'رصيده في الترتيب الذكي {score} نقطة، وهي مجموع ما يلي:',
  'why.rating': 'النجوم',
  'why.rating_value': '{value}، وتُحسب الأصوات القليلة قريبة من 3.5',
  'why.installs': 'التثبيت',
  'why.installs_value': '{value}',
  'why.recency': 'الحداثة',
  'why.recency_value': '{value} من السنين بين 2020 وآخر إصدار',
  'why.quality': 'صفحة مكتملة',
  'why.quality_value': '{value}%',
  'why.verified': 'مطوّر موثَّق',
  'why.verified_yes': 'نعم',
  'why.verified_no': 'لا',
  'why.formula': 'كيف يُحسب الترتيب الذكي؟',
  'why.formula_text':
    'ينال كل منتج نقاطًا على خمسة أشياء، ويتقدّم صاحب المجموع الأعلى. النجوم: يبدأ الجميع بعشرة أصوات قيمتها 3.5، فلا ترفع أصوات قليلة منتجًا إلى القمة. التثبيت: يُحسب لوغاريتم العدد؛ ألف تثبيت تساوي نصف المليون. الحداثة: تاريخ أحدث إصدار. صفحته: الأيقونة والصور وإمكان التثبيت وعدد اللغات والوصف. وكون المطوّر موثَّقًا. لا أحد يدفع ليتقدّم. وفي البحث يأتي أولًا من يحمل الكلمة في اسمه.',
}
