import type { Message } from '#lib/locale.ts'
import type { preview as source } from '../tr/preview.ts'

export const preview: Record<keyof typeof source, Message> = {
  'preview.heading': '{item}, live preview',
  'preview.frame': '{item} on {shop}',
  'preview.close': 'Back to {item}',
  'preview.choices': 'Screen, page, language and shop',
  'preview.device.label': 'Screen',
  'preview.page.label': 'Page',
  'preview.page.home': 'Home page',
  'preview.page.list': 'Product list',
  'preview.page.product': 'Product',
  'preview.page.cart': 'Cart',
  'preview.shop.label': 'Shop',
  'preview.shop.demo': 'Example shop',
  'preview.shop.own': 'My shop',
  'preview.shop.enter': 'See it on your shop',
  'preview.language.label': 'Language of the shop',
  'preview.open': 'Open in a new tab',
  'preview.loading': 'Opening the shop …',
  'preview.live': 'This is no picture but the shop itself: look around, search, open products.',
  'preview.cart_off':
    'The cart is off in a preview: nothing can be added or ordered. What you see is how it would look.',
  'preview.unchanged': '{shop} stays as it is; nothing is installed',
  'preview.failed.title': 'The preview does not open right now.',
  'preview.failed.text':
    'The shop did not answer. Try again in a little while; here are the pictures until then.',
  'preview.failed.closed':
    'The shop is closed at the moment. The preview opens when the shop does; here are the pictures until then.',
  'preview.failed.unfit':
    'This item does not work on this shop, so we cannot show it there. Here are its pictures.',
  'preview.failed.none':
    'This platform has no example shop. Come in with your shop and you see the preview there.',
  'preview.again': 'Try again',
  'preview.over.title': 'This preview has ended',
  'preview.over.text': "A preview stays open for 15 minutes. Open a new one from the item's page.",
  'preview.away.title': 'The shop does not answer',
  'preview.away.text': 'The page could not be fetched from the shop. Try again in a little while.',
  'preview.nothing.title': 'Nothing is ordered here',
  'preview.nothing.text':
    'This is a preview: cart, orders and accounts do not work here, and nothing changes on the shop.',
  'preview.outside.title': 'This link leads out of the shop',
  'preview.outside.text': 'This link leads out of the shop and does not open in a preview.',
  'preview.back': 'Back to the shop',
}
