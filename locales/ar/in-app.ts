import type { Message } from '#lib/locale.ts'
import type { inApp as source } from '../tr/in-app.ts'

export const inApp: Record<keyof typeof source, Message> = {
  'in_app.asked_by': 'هذا بطلب من {app}.',
  'in_app.kind.permanent': 'تدفع مرة واحدة ويبقى في متجرك.',
  'in_app.kind.consumable': 'يُستهلك بالاستعمال، ويمكنك شراؤه من جديد.',
  'in_app.line': {
    zero: '{product}',
    one: '{product}',
    two: '{product} × {count}',
    few: '{product} × {count}',
    many: '{product} × {count}',
    other: '{product} × {count}',
  },
  'in_app.back_after': 'بعد الدفع تعود إلى {site}.',
  'in_app.pay': 'ادفع {amount}',
  'in_app.order_note': 'الطلب {number}. نُبلغ {app} بأنك دفعت، ولا يرى بطاقتك.',
  'in_app.paid_text': '{product} صار لمتجر {domain}. يعلم {app} بذلك منّا؛ عُد واستعمله.',
  'in_app.back': 'العودة إلى {app}',
  'in_app.over': 'أُغلق طلب الشراء هذا. لم يُخصم منك شيء؛ عُد إلى {app} واطلبه من جديد.',
  'in_app.price_changed': 'تغيّر سعر هذا المنتج. لم يُخصم منك شيء؛ عُد إلى {app} واطلبه من جديد.',
  'in_app.inside': 'داخل {app}',
}
