import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPlaceholder } from './text-rules.ts'

const HONEST = [
  // English
  'Boost your product',
  'Sell more of your product',
  'A to-do list for your shop, in your app bar.',
  'Todo',
  'Sizes up to XXL and XXXL',
  'Customers enter text here and it is engraved.',
  'Write here what your customers ask.',
  'Works with QWERTY and AZERTY keyboards',
  'Put your brand where customers see it: your logo goes in the header',
  'Show off your company',
  'A lorem ipsum generator for drafts',
  'Lorem ipsum generator',
  'Replaces placeholder text in search fields',
  'Run a split test. Test your prices.',
  'Tell your story, describe your product',
  'Show a sample of your product',
  'Your product, in 3D',
  'Feature one product a day',
  'Description templates',
  'Title and description editor',
  'Get more from your theme',
  'Countdown for what is coming soon',
  'Your store. Your rules.',
  'Try. Test. Sell.',
  'More languages. Coming soon!',
  'Test mode',
  'A/B test',
  'Add text to pictures',
  'Write product descriptions faster',
  'Translate your app name',
  'Your store, faster',
  'Everything in my store, on one page.',
  // Turkish
  'Ürününü öne çıkar',
  'Buraya yazdığın not siparişe eklenir',
  'Örnek metinlerle hemen başla',
  'Deneme sürümü 14 gün',
  'Test siparişi ver',
  'Mağazanın adı her sayfada görünür',
  'Açıklama yaz, müşterin okusun',
  'Ürün adı ve fiyatı büyük görünür',
  'Yer tutucu görseller',
  'Buraya tıkla, gerisini biz yapalım',
  // Arabic
  'اعرض منتجك بشكل أفضل',
  'يكتب الزبون هنا رسالة الإهداء',
  'نسخة تجريبية مجانية',
  'أضف وصفًا لكل صورة',
  'اسم المنتج وسعره في مكان واضح',
  'مثال على استخدام التطبيق في متجرك',
]

const PLACEHOLDERS = [
  'Lorem ipsum and so on.',
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit',
  'A good app. Dolor sit amet.',
  'Your app',
  'Your app name here',
  'My product',
  'App name',
  'Product description',
  'Description goes here.',
  'Your text here',
  'Write your description here',
  'Insert text',
  'Enter text here.',
  'TODO',
  'TODO: write this',
  'Fast (TBD)',
  'FIXME: translate',
  'xxx',
  'XXXX xxxx',
  'asdf',
  'asdfgh',
  'qwerty',
  'test',
  'Test test test',
  'test 123',
  'foo bar',
  'This is a placeholder',
  'Placeholder text',
  'Sample text',
  '[your text]',
  '[Insert description]',
  '<insert name>',
  'Untitled',
  'Feature 1',
  'N/A',
  'Coming soon',
  'Buraya metin gelecek',
  'Buraya yaz',
  'Buraya açıklama yazın',
  'BURAYA METİN GELECEK',
  'Açıklama buraya',
  'Örnek metin',
  'Bu bir örnek metindir.',
  'deneme deneme',
  'Uygulama adı',
  'Ürün açıklaması',
  'Yer tutucu metin',
  'اكتب هنا',
  'اكتب الوصف هنا',
  'نص تجريبي',
  'هذا نص تجريبي.',
  'هذا النص هو مثال لنص يمكن أن يستبدل في نفس المساحة',
  'لوريم إيبسوم دولار سيت أميت',
  'اسم التطبيق',
  'تجربة تجربة',
]

describe('texts.placeholder distinguishes placeholder texts from real ones', () => {
  test('real texts in three languages pass', () => {
    expect(
      HONEST.map((text) => [text, findPlaceholder(text)]).filter(([, seen]) => seen !== null),
    ).toEqual([])
  })

  test('placeholders in three languages are found, also inside a longer text', () => {
    expect(PLACEHOLDERS.filter((text) => findPlaceholder(text) === null)).toEqual([])
    // These may be a sentence, but no whole text.
    const short = [
      'TODO',
      'Your app',
      'My product',
      'test',
      'qwerty',
      'Untitled',
      'N/A',
      'Coming soon',
    ]
    expect(
      PLACEHOLDERS.filter(
        (text) =>
          !short.includes(text) &&
          findPlaceholder(`Shows a calendar. ${text}
It is fast.`) === null,
      ),
    ).toEqual([])
  })

  test('the listings of the demo pass', () => {
    const items = join(import.meta.dirname, '../../../demo/catalog/items')
    const words = readdirSync(items, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('words.ts'))
      .flatMap((name) =>
        [...readFileSync(join(items, name), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(
          ([, text]) => text as string,
        ),
      )
    expect(words.length).toBeGreaterThan(500)
    expect(words.filter((text) => text.includes(' ') && findPlaceholder(text) !== null)).toEqual([])
  })
})
