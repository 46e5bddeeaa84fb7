/** Coupons at checkout. */
export const coupons = {
  'coupon.label': 'Kupon',
  'coupon.apply': 'Uygula',
  'coupon.applying': 'Bakılıyor…',
  'coupon.applied': '{code} uygulandı',
  'coupon.saves': '{amount} indirim',
  'coupon.remove': 'Kaldır',
  'coupon.remove_of': '{code} kuponunu kaldır',
  'coupon.removed': 'Kupon kaldırıldı',
  'coupon.free': 'Ücretsiz al ve kur',
  'coupon.free_busy': 'Alınıyor…',
  'coupon.free_title': 'Ödenecek bir şey yok.',
  'coupon.free_text': 'Kupon tutarın tamamını karşılıyor: kart da fatura adresi de gerekmiyor.',
} as const
