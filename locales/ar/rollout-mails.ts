import type { Message } from '#lib/locale.ts'
import type { rolloutMails as source } from '../tr/rollout-mails.ts'

export const rolloutMails: Record<keyof typeof source, Message> = {
  'mails.rollout.subject': 'توقف تلقائيًا: {name}',
  'mails.rollout.lead': 'أُوقف {name}: لم يعد يُعرض على أي متجر. المتاجر التي ثبّتته تحتفظ به.',
  'mails.rollout.found.failures':
    'من أصل {ended} من عمليات التثبيت والتحديث المنتهية فشلت {failed}.',
  'mails.rollout.found.health':
    'من أصل {asked} متجرًا فُحصت صفحاته قبل الإصدار وبعده، أجاب {bad} جيدًا قبله وبخطأ بعده مرتين.',
  'mails.rollout.stores': 'المتاجر التي حدث فيها الخلل: {stores}.',
  'mails.rollout.what': 'لا يستمر إلا إذا أعاده شخص وكتب السبب.',
  'mails.rollout.action': 'ألقِ نظرة',
  'mails.rollout.footnote': 'وصلتك هذه الرسالة لأنك تتابع الإصدارات في {market}.',
  'mails.coming.subject': '{platform} {version}: لديك إصدارات لن تعمل',
  'mails.coming.lead':
    'تنتقل {platform} إلى الإصدار {version} في {day}. ولن تعمل معه إصداراتك التالية المثبتة في المتاجر:',
  'mails.coming.release': {
    zero: '• {name} {version}: لا متاجر',
    one: '• {name} {version}: متجر واحد',
    two: '• {name} {version}: متجران',
    few: '• {name} {version}: {count} متاجر',
    many: '• {name} {version}: {count} متجرًا',
    other: '• {name} {version}: {count} متجر',
  },
  'mails.coming.more': {
    one: '… وإصدار آخر',
    two: '… وإصداران آخران',
    few: '… و{count} إصدارات أخرى',
    many: '… و{count} إصدارًا آخر',
    other: '… و{count} إصدار آخر',
  },
  'mails.coming.what':
    'قدّم قبل ذلك اليوم إصدارًا يعلن توافقه مع {version}. وإن كان المنتج يعمل كما هو فيكفي توسيع نطاق التوافق.',
  'mails.coming.action': 'انظر أيها',
  'mails.coming.footnote':
    'وصلتك هذه الرسالة لأنك مالك شريك في {market}، وتُرسل مرة واحدة لهذا الإصدار.',
}
