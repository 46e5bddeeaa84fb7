/**
 * What is asked for, and what it must find: the same vectors for `lib/word-forms.ts` and for a
 * search in the database.
 */
export const FORMS: readonly (readonly [asked: string, said: string])[] = [
  ['isik', 'ışık'],
  ['IŞIK', 'ışık'],
  ['القهوه', 'القهوة'],
  ['mağazalar', 'mağaza'],
  ['mağazamda', 'mağaza'],
  ['mağazalarımızdan', 'mağaza'],
  ['kargosunu', 'kargo'],
  ['ürünlerin', 'ürün'],
  ['temalarını', 'tema'],
  ['kitabı', 'kitap'],
  ['rengi', 'renk'],
  ['çiçekler', 'çiçek'],
  ['sepetinde', 'sepet'],
  ['siparişlerim', 'sipariş'],
  ['kuponun', 'kupon'],
  ['قهوة', 'القهوة'],
  ['القوالب', 'قوالب'],
  ['والمتجر', 'متجر'],
  ['للشحن', 'شحن'],
  ['تطبيقات', 'تطبيق'],
  ['themes', 'theme'],
  ['galleries', 'gallery'],
]
