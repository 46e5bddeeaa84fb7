/** What our mails say. Written on the server only. */
export const mails = {
  'mails.connect.subject': 'Arasta giriş kodun',
  'mails.connect.lead': 'Biri, {host} adresli mağazayla Arasta’ya girmek istiyor. Bu sensen kodu giriş ekranına yaz:',
  'mails.connect.what': 'Kod 5 dakika geçerli ve bir kez kullanılır. Kodu kimseye verme; Arasta senden kodu asla istemez.',
  'mails.connect.footnote': 'Sen istemediysen bir şey yapmana gerek yok: kod olmadan kimse mağazanla giremez. Bu e-posta, platformunda mağaza sahibi olarak bu adres kayıtlı olduğu için geldi.',
  'mails.owner.why': 'Bu e-posta, platformunda mağaza sahibi olarak bu adres kayıtlı olduğu için geldi.',
  'mails.update_failed.subject': '{item}: {version} sürümüne geçilemedi',
  'mails.update_failed.lead': '{domain} mağazandaki {item}, kendiliğinden {version} sürümüne geçecekti. İş bitirilemedi ve geri alındı.',
  'mails.update_failed.kept': 'Mağazan {kept} sürümüyle eskisi gibi çalışıyor; bir şey yapman gerekmez. Bu sürümü kendiliğinden bir daha denemeyiz, istersen sen deneyebilirsin.',
  'mails.update_failed.stuck': 'Önceki sürüme dönüş de yarım kaldı. Sayfasındaki düğme işi kaldığı yerden sürdürür.',
  'mails.update_failed.look': 'Durumuna bak',
  'mails.scripts.subject': '{domain}: sipariş sayfalarındaki kod değişmiş',
  'mails.scripts.lead': '{domain} mağazanın sipariş sayfalarında çalışan kodlara her gün bakıyoruz. Şunlar koyduğumuz gibi değil:',
  'mails.scripts.changed': '• {item}: {title} (değişmiş)',
  'mails.scripts.gone': '• {item}: {title} (yerinde yok)',
  'mails.scripts.what': 'Sen yaptıysan bir şey gerekmez. Sen yapmadıysan uygulamayı kaldır ve platformuna yaz: müşterilerin bu sayfalarda adres ve kart yazar.',
  'mails.scripts.look': 'Kodlara bak',
} as const
