import type { Message } from '#lib/locale.ts'
import type { leaving as source } from '../tr/leaving.ts'

export const leaving: Record<keyof typeof source, Message> = {
  'uninstall.changed': {
    zero: 'لم يغيّر أحد أي جزء.',
    one: 'غيّر شخص جزءًا من هذه الأجزاء.',
    two: 'غيّر شخص جزأين من هذه الأجزاء.',
    few: 'غيّر شخص {count} من هذه الأجزاء.',
    many: 'غيّر شخص {count} من هذه الأجزاء.',
    other: 'غيّر شخص {count} من هذه الأجزاء.',
  },
  'uninstall.changed_note': 'تجد أدناه أيّها. لا يُمسّ محتوى متجرك ولا أجزاء التطبيقات الأخرى.',
  'uninstall.stays': 'ما يبقى في مكانه:',
  'uninstall.part.changed':
    'عُدّل في متجرك. التعديل داخل هذا الجزء ويذهب معه، فانسخه أولًا إن كنت تحتاجه.',
  'uninstall.part.gone': 'أُزيل من متجرك من قبل، فلا شيء يُفعل هنا.',
  'uninstall.data': 'وماذا عن إعداداتك وبياناتك؟',
  'uninstall.keep_note': 'تبقى إعداداتك وما يحفظه التطبيق هنا لمتجرك، وتجدها إن ثبّته من جديد.',
  'uninstall.delete_note': 'تُحذف إعداداتك وما يحفظه التطبيق هنا، ويُطلب منه أن يمحو ما يحفظه بنفسه.',
  'installed.changed_parts': {
    zero: 'لم يتغيّر شيء',
    one: 'غيّر شخص جزءًا منه',
    two: 'غيّر شخص جزأين منه',
    few: 'غيّر شخص {count} أجزاء منه',
    many: 'غيّر شخص {count} جزءًا منه',
    other: 'غيّر شخص {count} جزء منه',
  },
  'uninstall.reason': 'لماذا تزيله؟ (اختياري)',
  'uninstall.reason.none': 'أفضّل عدم الإجابة',
  'uninstall.reason.not_needed': 'لم أعد بحاجة إليه',
  'uninstall.reason.too_expensive': 'سعره مرتفع',
  'uninstall.reason.does_not_work': 'لا يعمل أو فيه أخطاء',
  'uninstall.reason.hard_to_use': 'صعب الاستخدام',
  'uninstall.reason.slows_down': 'يبطئ متجري',
  'uninstall.reason.missing_feature': 'تنقصه ميزة أحتاجها',
  'uninstall.reason.trying_out': 'كنت أجربه فقط',
  'uninstall.reason.other': 'سبب آخر',
}
