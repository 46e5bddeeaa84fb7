/** Console: jobs and platforms. */
export const runningWords = {
  'console.nav.jobs': 'İşler',
  'console.nav.platforms': 'Platformlar',
  'console.jobs.lead':
    'Arka planda yapılan işler. Vazgeçilen bir iş yeniden denenebilir ya da unutulabilir.',
  'console.jobs.state.failed': 'Vazgeçilenler',
  'console.jobs.state.waiting': 'Bekleyenler',
  'console.jobs.state.active': 'Yapılanlar',
  'console.jobs.none': 'Burada iş yok',
  'console.jobs.tries': 'Deneme',
  'console.jobs.fault': 'Son hata',
  'console.jobs.made': 'Başlangıç',
  'console.jobs.retry': 'Yeniden dene',
  'console.jobs.discard': 'Unut',
  'console.jobs.retried': 'Sıraya alındı.',
  'console.jobs.discarded': 'Unutuldu.',
  'console.jobs.active': 'Yapılıyor',
  'console.platforms.panels': 'Paneller',
  'console.platforms.stores': 'Mağaza',
  'console.platforms.runs': 'Son 24 saat',
  'console.platforms.runs_words':
    '{succeeded} iş bitti, {failed} iş bitmedi ({unreachable} kez mağazaya ulaşılamadı)',
  'console.platforms.prices': 'Fiyatlar',
  'console.platforms.with_tax': 'Vergi dahil göster',
  'console.platforms.country': 'Adres bilinmezken kimin vergisi (ülke kodu)',
  'console.platforms.keys': 'Oturum anahtarları',
  'console.platforms.key': 'Anahtar',
  'console.platforms.key_live': 'Geçerli',
  'console.platforms.key_retired': 'Kullanım dışı',
  'console.platforms.retire': 'Kullanımdan kaldır',
  'console.platforms.add': 'Yeni açık anahtar (JWK)',
  'console.platforms.add_hint':
    'Platformun Ed25519 açık anahtarı, kid ile. Önce yenisini ekle, platform ona geçince eskisini kaldır.',
  'console.platforms.add_send': 'Anahtarı ekle',
  'console.platforms.settings': 'Başlatma ayarları',
  'console.platforms.settings_lead':
    'Bunlar pazarın başlatıldığı yerde ayarlanır ve buradan değişmez: ad, logo, renkler, adresler, ödeme geçidi, posta. Hukuki metinler sürümlüdür ve yayınla değişir, çünkü verilen onaylar onlara bağlıdır.',
} as const
