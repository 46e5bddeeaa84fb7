import type { Message } from '#lib/locale.ts'
import type { coupons as tr } from '../tr/coupons.ts'

export const coupons: Record<keyof typeof tr, Message> = {
  'coupon.label': 'قسيمة',
  'coupon.apply': 'طبّق',
  'coupon.applying': 'نتحقّق…',
  'coupon.applied': 'طُبّقت القسيمة {code}',
  'coupon.saves': 'خصم {amount}',
  'coupon.remove': 'أزلها',
  'coupon.remove_of': 'أزل القسيمة {code}',
  'coupon.removed': 'أُزيلت القسيمة',
  'coupon.free': 'احصل عليه مجانًا وثبّته',
  'coupon.free_busy': 'لحظة…',
  'coupon.free_title': 'لا شيء تدفعه.',
  'coupon.free_text': 'القسيمة تغطّي السعر كله، فلا حاجة إلى بطاقة ولا إلى عنوان فاتورة.',
}
