import type { submissionErrors as source } from '../tr/submission-errors.ts'

export const submissionErrors: Record<keyof typeof source, string> = {
  'errors.submissions.package_refused': 'لم تُقبل الحزمة: {why}',
  'errors.submissions.other_item':
    'هذه الحزمة لعنصر آخر: في بيانها “{prefix}” وبادئة هذا العنصر “{own}”.',
  'errors.submissions.other_kind':
    'نوع الحزمة لا يناسب العنصر: ارفع تطبيقًا لعنصر تطبيق، وقالبًا لعنصر قالب.',
  'errors.submissions.channel_differs':
    'الإصدار {version} لا يناسب هذه القناة. في أرقام الإصدارات التجريبية شرطة (\u20682.0.0-beta.1\u2069)، ولا شرطة في المستقرة.',
  'errors.submissions.version_taken': 'الإصدار {version} منشور ولا يتغير. أعطه رقمًا جديدًا.',
  'errors.submissions.open_already': 'لهذا العنصر طلب لم يُبتّ فيه بعد. اسحبه قبل أن ترسل غيره.',
  'errors.submissions.listing_first': 'لم يُنشر هذا العنصر من قبل. أرسل صفحته مع الإصدار.',
  'errors.submissions.sells_inside':
    'في التطبيق مشتريات، لكن صفحته لا تذكر ذلك. أشر إليه في الصفحة وأرسلهما معًا.',
  'errors.submissions.nothing_new': 'لا فرق بين هذه الصفحة والصفحة المنشورة.',
  'errors.submissions.over': 'بُتّ في هذا الطلب أو لم يعد في هذه الخطوة. حدّث الصفحة.',
  'errors.submissions.claimed': 'مراجع آخر ينظر في هذا الطلب.',
  'errors.submissions.not_claimed': 'خذ هذا الطلب أولًا؛ وإن كنت أخذته فربما انتهى وقتك.',
  'errors.submissions.own_item': 'لا يمكنك مراجعة عنصر لفريقك. اتركه لمراجع آخر.',
  'errors.submissions.not_passed':
    'لم تنجح كل الفحوص. حيث تعذّر التثبيت التجريبي، ضع علامة إن كنت نظرت بنفسك.',
  'errors.submissions.not_from_here': 'لا يمكن نقل الإصدار إلى هذه الحالة. ما سُحب لا يعود.',
  'errors.submissions.stopped': 'أوقفت {market} هذا العنصر. لا يمكن نشره قبل رفع الإيقاف.',
  'errors.submissions.halted_by_market':
    'أوقفت {market} هذا الإصدار. يمكنك الاعتراض على القرار، وإعادته بيد فريقها.',
  'errors.rollouts.not_running': 'لم يعد الإصدار عند هذه المرحلة. أعد تحميل الصفحة.',
  'errors.rollouts.not_planned': 'لم يعد هذا الإصدار مخططًا للمنصة. أعد تحميل الصفحة.',
  'errors.rollouts.not_halted': 'هذا الإصدار غير موقوف.',
  'errors.rollouts.stopped': 'هذا المنتج موقوف. ألغِ الإيقاف أولًا.',
}
