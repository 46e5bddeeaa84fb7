/** Mails about automatically halted releases. */
export const rolloutMails = {
  'mails.rollout.subject': 'Kendiliğinden durduruldu: {name}',
  'mails.rollout.lead':
    '{name} durduruldu: artık hiçbir mağazaya sunulmuyor. Kurulu mağazalar sürümü korur.',
  'mails.rollout.found.failures':
    'Sonuçlanan {ended} kurulum ve güncellemeden {failed} tanesi başarısız oldu.',
  'mails.rollout.found.health':
    'Sürümden önce ve sonra sayfaları yoklanan {asked} mağazadan {bad} tanesi önce düzgün, sonra iki kez hatalı yanıt verdi.',
  'mails.rollout.stores': 'Sorun çıkan mağazalar: {stores}.',
  'mails.rollout.what': 'Yalnızca bir kişi gerekçe yazarak yeniden açarsa devam eder.',
  'mails.rollout.action': 'Bak',
  'mails.rollout.footnote': 'Bu e-postayı {market_da} sürümlerle ilgilendiğin için aldın.',
  'mails.coming.subject': '{platform} {version}: çalışmayacak sürümlerin var',
  'mails.coming.lead':
    '{platform} {day} gününden itibaren {version} sürümüne geçiyor. Mağazalarda kurulu şu sürümlerin onunla çalışmayacak:',
  'mails.coming.release': {
    one: '• {name} {version}: {count} mağaza',
    other: '• {name} {version}: {count} mağaza',
  },
  'mails.coming.more': { one: '… ve {count} sürüm daha', other: '… ve {count} sürüm daha' },
  'mails.coming.what':
    'O güne kadar {version} ile uyumlu olduğunu bildiren bir sürüm gönder. Ürün zaten çalışıyorsa uyumluluk aralığını genişletmen yeter.',
  'mails.coming.action': 'Hangileri olduğuna bak',
  'mails.coming.footnote':
    'Bu e-postayı, {market_daki} bir iş ortağının sahibi olduğun için aldın. Bu sürüm için bir kez yazılır.',
}
