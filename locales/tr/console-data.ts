/** Console: a store's data. */
export const dataWords = {
  'console.data.title': 'Mağazanın verileri',
  'console.data.lead':
    'Mağaza sahibi, hakkında bildiklerimizi isteyebilir ya da silinmesini isteyebilir. Her istek ve her indirme denetim kaydına yazılır.',
  'console.data.kind.export': 'Dışa aktarma',
  'console.data.kind.erase': 'Silme',
  'console.data.state.queued': 'Hazırlanıyor',
  'console.data.state.done': 'Tamam',
  'console.data.state.failed': 'Yapılamadı',
  'console.data.export_lead':
    'Mağaza, siparişler, adresler, kurulumlar, onaylar, yorumlar ve mesajlar tek dosyada. Dosya bir hafta durur; gizli anahtarlar içinde yoktur.',
  'console.data.export': 'Dosyayı hazırla',
  'console.data.erase_lead':
    'Kişiyi tanıtan her şey silinir: adresler, oturumlar, kartlar, mesajlar, yorum metinleri. Siparişler ve faturaları yasa gereği kalır. Geri alınamaz.',
  'console.data.erase_not_yet': 'Mağazada kurulu ürün var. Önce sahibinin kaldırması gerekir.',
  'console.data.erase': 'Verileri sil',
  'console.forget.title': 'Siteyi kayıtlardan kaldır',
  'console.forget.lead':
    'Eklenti {date} itibarıyla yanıt vermiyor; o zamandan beri {count} kez bakıldı. Kurulumlar burada sona erer, anahtarlar silinir; sitede bir şey silinmez.',
  'console.forget.not_yet': 'Daha erken: birkaç bakış daha gerekiyor. Saatte bir bakılır.',
  'console.forget.press': 'Kayıtlardan kaldır',
  'console.forget.done': 'Site kayıtlardan kaldırıldı; kurulumlar sona eriyor.',
  'console.data.type_domain': 'Emin olmak için alan adını yaz: {domain}',
  'console.data.asked': 'İstek sıraya alındı.',
  'console.data.download': 'İndir',
} as const
