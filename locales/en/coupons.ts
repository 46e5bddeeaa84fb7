import type { Message } from '#lib/locale.ts'
import type { coupons as tr } from '../tr/coupons.ts'

export const coupons: Record<keyof typeof tr, Message> = {
  'coupon.label': 'Coupon',
  'coupon.apply': 'Apply',
  'coupon.applying': 'Checking…',
  'coupon.applied': '{code} applied',
  'coupon.saves': '{amount} off',
  'coupon.remove': 'Remove',
  'coupon.remove_of': 'Remove coupon {code}',
  'coupon.removed': 'Coupon removed',
  'coupon.free': 'Get it free and install',
  'coupon.free_busy': 'One moment…',
  'coupon.free_title': 'Nothing to pay.',
  'coupon.free_text':
    'The coupon covers the whole price: no card and no invoice address are needed.',
}
