import type { Message } from '#lib/locale.ts'
import type { plan as source } from '../tr/plan.ts'

export const plan: Record<keyof typeof source, Message> = {
  'plan.map': 'Where on your shop',
  'plan.page.home': 'Home',
  'plan.page.list': 'Product list',
  'plan.page.product': 'Product page',
  'plan.page.cart': 'Cart',
  'plan.page.order': 'Order steps',
  'plan.page.member': 'Member confirmation',
  'plan.page.panel': 'Your panel',
  'plan.page_pins': '{page}: change {pins} is here',
  'plan.page_untouched': '{page}: does not change',
  'plan.code': 'Show the code',
  'plan.code_of': '{title}: the code before and after',
  'plan.code_placement': 'Placement code {code}',
  'plan.code_gone': 'goes: ',
  'plan.code_new': 'comes: ',
  'plan.code_more': { one: 'and {count} rule more', other: 'and {count} rules more' },
  'plan.weight': 'Good to know',
  'plan.weight.size': 'Package',
  'plan.weight.files': 'Comes onto pages',
  'plan.weight.files_count': { one: '{count} file', other: '{count} files' },
  'plan.weight.from': 'Loaded from',
  'plan.weight.own': 'All of it from your shop’s own address. Nothing is loaded from elsewhere.',
  'plan.weight.outside': 'Your shop’s address; these are named besides: {origins}',
}
