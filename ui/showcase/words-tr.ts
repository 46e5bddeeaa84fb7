import type { ShowcaseWords } from './words.ts'

export const tr: ShowcaseWords = {
  title: 'Arasta bileşenleri', lead: 'Aynı belirteçler, iki kez tasarlandı.',
  sections: {
    layout: 'Düzen', charts: 'Grafikler', devices: 'Ekranlar',
    colour: 'Renk', type: 'Yazı', buttons: 'Düğmeler', fields: 'Alanlar', chips: 'Etiketler', prices: 'Fiyat ve yıldız',
    icons: 'Uygulama simgeleri', cards: 'Kartlar', covers: 'Tema kapakları', bays: 'Sokak', stage: 'Sahne',
    permissions: 'İzinler', plan: 'Kurulum planı', steps: 'İlerleme', notes: 'Sürüm ve görüş', panel: 'Ürün paneli',
    order: 'Sipariş özeti', updates: 'Güncelleme', toasts: 'Bildirimler', dialogs: 'Pencere', empty: 'Boş durum',
    errors: 'Hatalar', waiting: 'Bekleme', shell: 'Kabuk', hard: 'Zor içerik',
  },
  specimen: {
    d1: 'Çarşıda gün ışığı', d2: 'Mağazanda 3 şey değişecek', d3: 'Mağazamda neye dokunur?',
    lead: 'Müşteri teslimat gününü kendi seçer, sen yalnızca o gün yola çıkarsın.',
    body: 'Gövde 16/25 Albert Sans. ı İ ş Ş ğ Ğ ç ö ü dik durur, â î û da.',
    small: 'Küçük 14/20 ikinci mürekkeple, daha açığı yok.', amounts: '₺1.249,90 · $29.00 · 24,50 €',
  },
  buttons: {
    pay: '₺269,89 öde ve kur', busy: 'Kuruluyor…', open: 'Ayarları aç', later: 'Şimdi değil', uninstall: 'Kaldır',
    update: '3.3.1 sürümüne güncelle', back: '3.2.0 sürümüne dön', off: 'Kurulamaz',
  },
  fields: {
    shop: 'Mağaza adresi', tax: 'Vergi numarası', taxError: 'Vergi numarası 10 hanedir; 2 hane eksik.', coupon: 'Kupon',
    couponHint: 'Büyük küçük harf fark etmez.', email: 'E-posta', emailHint: 'Makbuzu buraya göndeririz.', country: 'Ülke',
    countries: ['Türkiye', 'Almanya', 'Suudi Arabistan'], message: 'İletin', optional: 'isteğe bağlı',
    agree: 'Mesafeli satış sözleşmesini okudum.', agreeError: 'Devam etmek için sözleşmeyi onayla.', chooseError: 'Birini seç.', checked: 'İşaretli',
    unchecked: 'İşaretsiz', chosen: 'Seçili', other: 'Diğer', allowed: 'izinli', refused: 'izinsiz',
    allow: 'Ürün sayfasına takvim', kind: 'Fatura türü', person: 'Bireysel', company: 'Kurumsal',
    devices: ['Masaüstü', 'Tablet', 'Telefon'], device: 'Ekran', saved: 'Mağaza adresi',
    savedText: 'Çekirge Mah. 1. Sok. No: 4, 16070 Bursa, Türkiye', fresh: 'Yeni adres',
    freshText: 'Bireysel ya da kurumsal. Sonraki alışverişte de burada durur.', address: 'Fatura adresi',
  },
  chips: {
    light: 'Açık', rtl: 'Sağdan sola', removes: 'Süzgeci kaldır', institutional: 'Kurumsal', running: 'Sürüyor',
    works: 'Demo Commerce ile çalışır', newPermission: '1 yeni izin', sale: '%20 indirim', isNew: 'Yeni',
  },
  prices: {
    list: '₺249,90', monthly: '₺99,90', per: '/ay', before: '₺349,90', sale: '₺279,90', was: 'eski fiyat', free: 'Ücretsiz',
    inApp: 'Uygulama içi satın alma', terms: 'Tek ödeme, KDV hariç', ratingText: '4,8', ratingLabel: '5 üzerinden 4,8',
    reviews: '186 değerlendirme',
  },
  apps: [
    {
      name: 'Görsel Büyütme', promise: 'Ürün fotoğrafı tam ekran açılır, parmakla yakınlaşır.', installs: '1.212 kurulum',
      permissions: '1 izin', price: '₺149,90',
    },
    {
      name: 'Çerez İzni', promise: 'Ziyaretçiye sorar, onay gelene kadar izleme kodlarını bekletir.', installs: '1.840 kurulum',
      permissions: '2 izin',
    },
    {
      name: 'Teslimat Günü', promise: 'Müşteri teslimat gününü kendi seçer, sen yalnızca o gün yola çıkarsın.',
      installs: '968 kurulum', permissions: '2 izin', price: '₺249,90',
    },
  ],
  themes: { noPicture: 'Henüz resim yok', swatches: 'Temanın renkleri', street: 'Temalar sokağı', price: '₺248,90' },
  bays: {
    label: 'Bölümler',
    names: [
      ['Görsel', '3 uygulama'], ['Hız', '3 uygulama'], ['Teslimat', '1 uygulama'], ['Güven ve izin', '1 uygulama'],
      ['Bildirim', '2 uygulama'], ['Müşteri rehberi', '1 uygulama'], ['Video', '1 uygulama'],
    ],
  },
  permissions: {
    title: 'Mağazamda neye dokunur?',
    rows: [
      ['Tasarım bloğu', 'Ürün ve sepet sayfasına takvim ekler.'], ['İzleme kodu', 'Ödeme adımının hızını ölçer.'],
      ['Sipariş bilgisi', 'Seçilen günü siparişe not olarak yazar.'],
    ],
    not: ['Müşterilere dokunmaz', 'Adını, adresini ve ödemesini görmez.'], untouched: 'Dokunmaz:',
    things: ['müşteriler', 'ödemeler', 'ürünler'], needed: 'gerekli',
  },
  plan: {
    title: 'Mağazanda 3 şey değişecek', lead: 'Henüz bir şey olmadı. Tek tek oku, istemediğini reddet, sonra kur.',
    rows: [
      {
        title: 'Ürün sayfası: takvim', how: '“Sepete ekle”nin üstünde. Müşteri teslimat gününü seçer.',
        placement: 'Tasarım bloğu, yerleşim 3', where: 'ürün sayfası, düğmenin üstü', now: 'boş', after: 'takvim, 31 kB',
      },
      {
        title: 'Sepet: seçilen gün', how: 'Her ürünün altında, değiştirme bağlantısıyla.',
        placement: 'Tasarım bloğu, yerleşim 4', where: 'sepet, ürün satırı', now: 'ad, fiyat', after: 'ad, fiyat, gün',
      },
      {
        title: 'Sipariş: not', how: 'Seçilen günü siparişe yazar. Başka bir şey okumaz.',
        placement: 'Servis kullanıcısı, yetki orders.note', where: 'siparişler', now: 'erişim yok',
        after: 'yazabilir, okuyamaz',
      },
    ],
    facts: ['Nerede', 'Şimdi', 'Sonra'], not: 'Şunlara dokunmaz',
    notText: 'Fiyatlar, müşteriler, ödemeler, teman. İzleme kodu eklenmez.',
    pages: ['Ana sayfa', 'Ürün listesi', 'Ürün sayfası', 'Sepet', 'Sipariş adımları'], map: 'Mağazanın neresinde', code: 'Önceki ve sonraki kod', gone: 'çıkıyor: ', added: 'geliyor: ', make: 'Bu 3 değişikliği yap',
  },
  steps: {
    title: '4 adımdan 2’si bitti', label: '4 adımdan 2’si bitti', left: 'Yaklaşık 2 saniye kaldı', percent: '%50',
    rows: [
      ['Ürün sayfasına takvim', 'Bitti, 0,8 sn'], ['Sepete seçilen gün', 'Bitti, 0,6 sn'],
      ['Siparişe not', 'Servis kullanıcısı açılıyor'], ['Mağazanda deneme', 'Ürün sayfasını açıp takvimi arıyoruz'],
    ],
    running: 'Sürüyor', waiting: 'Bekliyor', failed: 'Olmadı', changed: 'Ne değişti?',
  },
  notes: {
    date: '12 Kasım 2026', text: 'Resmî tatil listesi kendi kendine güncellenir. Safari’de takvimin kayması giderildi.',
    nothing: 'Yeni izin istemez', asks: 'Yeni izin: ödeme sayfasında izleme kodu',
    review: 'Paket günlerini topladık, kargo haftada iki güne indi. Kurulum bir dakikadan kısa sürdü.',
    facts: ['Sürüm 4.6.13', '8 aydır kurulu', 'Demo Commerce'], reply: 'Geliştiricinin yanıtı',
    replyText: 'Bölgeye göre günler 4.7 sürümünde geliyor.', stars: '5 üzerinden 4',
  },
  panel: {
    buy: '₺249,90 ile satın al', next: 'Kurmadan önce değişecekleri görürsün.', works: 'Demo Commerce ile çalışır',
    promises: ['Kaldırınca mağazan eski hâline döner', '45 gün içinde değerlendirebilirsin', 'Destek: 6 ay ücretsiz'],
    support: 'Destek belgesi', write: 'Geliştiriciye yaz',
    facts: [['Sürüm', '4.6.13'], ['Diller', 'Türkçe, İngilizce, Arapça'], ['Sayfaya yükü', '31 kB'], ['Lisans', 'MIT']],
    figures: [
      ['Puan', '4,8', '186 değerlendirme'], ['Kurulum', '968', 'mağazada açık'], ['Sayfaya yükü', '31 kB', 'sıkıştırılmış'],
    ],
  },
  order: {
    title: 'Özet', terms: 'Tek ödeme, sürüm 4.6.13', coupon: 'Kupon', apply: 'Uygula',
    lines: [['Ara toplam', '₺249,90'], ['Kupon ARASTA10', '−₺24,99'], ['KDV %20', '₺44,98']], total: 'Toplam',
    totalAmount: '₺269,89', pay: '₺269,89 öde ve kur', after: 'Kurulumdan önce değişecekleri bir kez daha görürsün.',
    close: 'Kapat',
  },
  updates: {
    none: 'Yeni izin yok', one: '1 yeni izin', to: 'yerine',
    changes: ['Büyütme sırasında sayfa kaymaz', 'Klavyeyle önceki ve sonraki fotoğraf'], update: '3.3.1 sürümüne güncelle',
    notes: 'Sürüm notları', review: 'İzni incele', skip: 'Bu sürümü atla', asks: 'İzleme kodu, ödeme sayfasında da',
    reason: 'Şimdiye dek yalnızca ürün sayfasındaydı. Gerekçe: ödeme adımının hızını ölçmek.', running: 'Çalışıyor',
    settings: 'Ayarlar', remove: 'Kaldır', when: '12 Kasım’da güncellendi', back: '4.6.12’ye dön',
  },
  toasts: {
    done: 'Teslimat Günü mağazanda', undo: 'Geri al', bank: 'Banka yanıt vermedi. Para çekilmedi.', again: 'Yeniden bak',
    note: '2 uygulamanın yeni sürümü var.', close: 'Kapat', region: 'Bildirimler',
  },
  dialog: {
    title: 'Teslimat Günü kaldırılsın mı?',
    text: '3 değişiklik geri alınır: takvim, sepetteki gün, sipariş notu. Seçilmiş günler siparişlerinde kalır.',
    yes: 'Kaldır ve 3 değişikliği geri al', no: 'Kalsın', open: 'Pencereyi aç',
  },
  empty: {
    title: '“kargoo takip” için bir şey yok', text: 'Bunu mu demek istedin: kargo takip? Ya da Teslimat sokağına bak.',
    way: 'Teslimata bak',
  },
  errors: {
    sign: 'Kapalı',
    rows: [
      {
        title: 'Bu dükkân kapalı', text: 'Aradığın sayfa yok ya da taşınmış:', path: '/teslimat-gunu-pro',
        one: 'Ana sayfaya dön', two: '“teslimat günü” ara', code: 'Hata 404',
      },
      {
        title: 'Kapı kilitli', text: 'Oturumun doğrulanamadı ya da süresi doldu. Mağazanla yeniden gir, kaldığın yerden sürer.',
        one: 'Mağazanla gir', two: 'Ana sayfaya dön', code: 'Hata 401',
      },
      {
        title: 'Tente çöktü', text: 'Bizden kaynaklanan bir sorun çıktı. Ödemen ve kurulumun güvende; birazdan yeniden dene.',
        one: 'Yeniden dene', two: 'Ana sayfaya dön', code: 'Hata 500 · Olay no 7F3A-19C2',
      },
    ],
  },
  waiting: 'Yükleniyor',
  shell: {
    nav: ['Uygulamalar', 'Temalar', 'Yüklü'], navLabel: 'Ana gezinme', menu: 'Menü', search: 'Uygulama ara',
    searchHint: 'teslimat günü, çerez izni, hız…', close: 'Kapat', language: 'Dil', enter: 'Mağazanla gir', store: 'Mağazan',
    checkout: 'Ödeme', discover: 'Keşfet', newsletter: 'Ayda bir e-posta',
    newsletterText: 'Yeni uygulamalar ve güncellemeler. Tek tıkla çıkarsın.', mail: 'E-posta adresin', signUp: 'Kaydol',
    groups: [
      ['Arasta', ['Uygulamalar', 'Temalar', 'Yüklü olanlar']],
      ['Geliştirici', ['Uygulama yayımla', 'Belgeler', 'Sağlayıcı protokolü']],
      ['Destek', ['Yardım', 'İletişim', 'Veri koruma']],
    ],
    note: 'Katalogdaki her ürün gerçek bir açık kaynak paketidir; adı, lisansı ve kaynağı sayfasında yazar.',
    foot: 'Kart bilgin bankaya şifreli gider, saklanmaz.', trail: ['Uygulamalar', 'Teslimat'], sort: 'Sırala',
    sorts: ['Akıllı', 'Fiyat'], filters: 'Süzgeçler', show: '16 temayı göster', question: 'Mağazana ne lazım?', ask: 'Ara',
    skip: 'İçeriğe geç', facet: 'Biçem', facetNames: ['Açık', 'Koyu', 'Renkli'], colour: 'Ana renk', all: 'Hepsi',
    updates: 'Güncelleme var',
  },
  hard: {
    long:
      'Şubat ayında Çığır açan ürünleri İğdır’dan Ağrı’ya, Muğla’dan Şırnak’a kadar aynı gün ulaştırmak isteyen mağazalar '
      + 'için teslimat günü, saat aralığı, hediye notu ve kargo firması seçtiren uygulama, tam sürüm',
    promise:
      'Çok uzun bir tanıtım cümlesi: satır sonlarında taşmadan, fiyatı aşağı itmeden ve kartın boyunu bozmadan iki satırda '
      + 'durması gerekir, gerisi ürünün sayfasındadır.',
    word: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine', marks: 'ĞİŞ Çığ Şişli Ağ İğne Öğüş',
  },
}
