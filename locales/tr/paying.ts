/** Card selection, saved cards and installments. */
export const paying = {
  'errors.checkout.card_not_found': 'Bu kayıtlı kart bulunamadı',
  'errors.checkout.card_not_deleted':
    'Kart şu anda silinemedi, çünkü onu saklayan banka yanıt vermedi. Birazdan yeniden dene.',
  'errors.checkout.saved_card_expired': 'Bu kartın süresi dolmuş. Başka bir kart seç ya da yaz.',
  'errors.checkout.means_not_accepted':
    'Bu ödeme yolu şu anda kullanılmıyor. Sayfayı yenileyip yeniden dene.',
  'errors.checkout.installments_not_offered':
    'Bu kart bu taksitle ödeyemiyor. Hiçbir ücret alınmadı; seçenekleri yeniden gör.',
  'errors.field.card_name': 'Buraya kart numarası yazma; karta bir ad ver',
  'pay.card.choose': 'Hangi kartla ödeyeceğini seç',
  'pay.card.other': 'Başka bir kart',
  'pay.card.other_note': 'Bilgilerini şimdi yazarsın.',
  'pay.card.until': 'Son kullanma {date}',
  'pay.card.expired': 'süresi dolmuş',
  'pay.fields.page':
    'Kart bilgilerini bir sonraki adımda, ödeme kuruluşunun kendi sayfasında gireceksin.',
  'pay.fields.opening': 'Kart alanları açılıyor…',
  'pay.fields.failed': 'Kart alanları açılamadı. Bağlantını kontrol edip yeniden dene.',
  'pay.fields.again': 'Yeniden dene',
  'pay.fields.no_script': 'Kart alanları için tarayıcında JavaScript açık olmalı.',
  'pay.fields.incomplete': 'Kart bilgilerini tamamla',
  'pay.card.keep': 'Bu kartı sonraki ödemeler için sakla',
  'pay.card.keep_hint':
    'Kartı banka saklar; bizde yalnızca markası, son dört hanesi ve son kullanma tarihi durur. İstediğin an Kartlar sayfasından silersin.',
  'pay.card.keep_name': 'Karta vereceğin ad',
  'pay.card.keep_name_hint': 'Örneğin “Şirket kartı”.',
  'pay.parts': 'Taksit',
  'pay.parts.choose': 'Kaç taksitle ödeyeceğini seç',
  'pay.parts.single': 'Tek çekim',
  'pay.parts.count': { one: '{count} taksit', other: '{count} taksit' },
  'pay.parts.each': 'Aylık',
  'pay.parts.total': 'Toplam',
  'pay.parts.surcharge': 'Vade farkı',
  'pay.parts.none': 'yok',
  'pay.parts.asking': 'Taksit seçenekleri soruluyor…',
  'pay.parts.silent': 'Taksit seçenekleri şu anda alınamadı. Tek çekimle ödeyebilirsin.',
  'pay.parts.line': { one: 'Vade farkı ({count} taksit)', other: 'Vade farkı ({count} taksit)' },
  'pay.parts.terms': {
    one: '{count} taksit, her ay {each}',
    other: '{count} taksit, her ay {each}',
  },
  'pay.charged': 'Karttan çekilecek',
} as const
