/** Mails about releases that were halted by themselves. */
export const rolloutMails = {
  'mails.rollout.subject': 'Kendiliğinden durduruldu: {name}',
  'mails.rollout.lead': '{name} durduruldu: artık hiçbir mağazaya sunulmuyor. Kurulu mağazalar sürümü korur.',
  'mails.rollout.found.failures': 'Sonuçlanan {ended} kurulum ve güncellemeden {failed} tanesi başarısız oldu.',
  'mails.rollout.found.health': 'Sürümden önce ve sonra ana sayfası yoklanan {asked} mağazadan {bad} tanesi önce düzgün, sonra iki kez hatalı yanıt verdi.',
  'mails.rollout.stores': 'Sorun çıkan mağazalar: {stores}.',
  'mails.rollout.what': 'Yalnızca bir kişi gerekçe yazarak yeniden açarsa devam eder.',
  'mails.rollout.action': 'Bak',
  'mails.rollout.footnote': 'Bu e-postayı {market_da} sürümlerle ilgilendiğin için aldın.',
}
