import type { Message } from '#lib/locale.ts'

/** Live previews: the screen, and the preview origin's own messages. */
export const preview = {
  'preview.heading': '{item}, canlı önizleme',
  'preview.frame': '{shop} üzerinde {item}',
  'preview.close': '{item} sayfasına dön',
  'preview.choices': 'Ekran, sayfa, dil ve mağaza',
  'preview.device.label': 'Ekran',
  'preview.page.label': 'Sayfa',
  'preview.page.home': 'Ana sayfa',
  'preview.page.list': 'Ürün listesi',
  'preview.page.product': 'Ürün',
  'preview.page.cart': 'Sepet',
  'preview.shop.label': 'Mağaza',
  'preview.shop.demo': 'Örnek mağaza',
  'preview.shop.own': 'Benim mağazam',
  'preview.shop.enter': 'Kendi mağazanda gör',
  'preview.language.label': 'Mağazanın dili',
  'preview.open': 'Yeni sekmede aç',
  'preview.loading': 'Mağaza açılıyor …',
  'preview.live': 'Gördüğün bir resim değil, mağazanın kendisi: gez, ara, ürünlere bak.',
  'preview.cart_off':
    'Sepet önizlemede kapalı: ürün eklenmez, sipariş verilmez. Gördüğün, nasıl görüneceği.',
  'preview.unchanged': '{shop} değişmiyor, hiçbir şey kurulmuyor',
  'preview.failed.title': 'Önizleme şu an açılmıyor.',
  'preview.failed.text':
    'Mağazadan yanıt gelmedi. Biraz sonra yine dene; o zamana kadar resimleri burada.',
  'preview.failed.closed':
    'Mağaza şu an kapalı. Açılınca önizleme de açılır; o zamana kadar resimler burada.',
  'preview.failed.unfit':
    'Bu ürün bu mağazada çalışmıyor, o yüzden üzerinde gösteremiyoruz. Resimleri burada.',
  'preview.failed.none':
    'Bu platformun örnek mağazası yok. Mağazanla girersen önizlemeyi kendi mağazanda görürsün.',
  'preview.again': 'Yeniden dene',
  'preview.over.title': 'Bu önizlemenin süresi doldu',
  'preview.over.text':
    'Bir önizleme 15 dakika açık kalır. Ürünün sayfasından yenisini açabilirsin.',
  'preview.away.title': 'Mağaza yanıt vermiyor',
  'preview.away.text': 'Sayfa mağazadan alınamadı. Biraz sonra yine dene.',
  'preview.nothing.title': 'Burada sipariş verilmez',
  'preview.nothing.text':
    'Bu bir önizleme: sepet, sipariş ve üyelik burada çalışmaz, mağazada da bir şey değişmez.',
  'preview.outside.title': 'Bu bağlantı mağazanın dışına çıkıyor',
  'preview.outside.text': 'Bu bağlantı mağazanın dışına çıkıyor; önizlemede açılmaz.',
  'preview.back': 'Mağazaya dön',
} as const satisfies Record<string, Message>
