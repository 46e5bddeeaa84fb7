import { rolloutMails } from './rollout-mails.ts'
import { moveMails } from './move-mails.ts'

/** Mails. Server only. */
export const mails = {
  ...moveMails,
  ...rolloutMails,
  'mails.site_code.subject': 'Sitenin bağlantı kodu',
  'mails.site_code.lead':
    'Biri {domain} sitesini {market_ya} bağlıyor ve giriş kodları için bu adresi yazdı. Bu sensen kodu ekrana yaz:',
  'mails.site_code.footnote':
    'Kod 5 dakika geçerli. Sen istemediysen bir şey yapmana gerek yok: kod olmadan site bu adresle bağlanmaz.',
  'mails.connect.subject': '{market} giriş kodun',
  'mails.connect.lead':
    'Biri, {host} adresli mağazayla {market_ya} girmek istiyor. Bu sensen kodu giriş ekranına yaz:',
  'mails.connect.what':
    'Kod 5 dakika geçerli ve bir kez kullanılır. Kodu kimseye verme; {market} senden kodu asla istemez.',
  'mails.connect.footnote':
    'Sen istemediysen bir şey yapmana gerek yok: kod olmadan kimse mağazanla giremez. Bu e-posta, platformunda mağaza sahibi olarak bu adres kayıtlı olduğu için geldi.',
  'mails.code_shared':
    'Son zamanlarda bu adrese çok sayıda kod istendi. Posta kutun dolmasın diye şimdilik saatte bir e-posta gönderiyoruz; bu saat içinde açtığın her giriş ekranında bu kod geçer.',
  'mails.code_shared.what':
    'Kod bir saat geçerli ve bir kez kullanılır. Kodu kimseye verme; {market} senden kodu asla istemez.',
  'mails.recovery.subject': '{market}: yeni parola',
  'mails.recovery.lead':
    'Hesabın için yeni parola istendi. Sen istediysen aşağıdan seç; bağlantı bir saat geçerli ve bir kez kullanılır.',
  'mails.recovery.action': 'Yeni parola seç',
  'mails.recovery.footnote':
    'Sen istemediysen bir şey yapmana gerek yok; parolan olduğu gibi kalır.',
  'mails.email_check.subject': '{market}: bu adres senin mi?',
  'mails.email_check.lead':
    '{market} konsolundaki bir hesap bu adresi kullanıyor. Seninse onayla; bağlantı bir gün geçerli.',
  'mails.email_check.action': 'Adresimi onayla',
  'mails.email_check.footnote': 'Senin değilse bir şey yapmana gerek yok.',
  'mails.change.password_changed': 'Parolan değişti',
  'mails.change.recovered': 'Parolan posta bağlantısıyla yenilendi',
  'mails.change.passkey_added': 'Hesabına bir geçiş anahtarı eklendi',
  'mails.change.passkey_removed': 'Hesabından bir geçiş anahtarı kaldırıldı',
  'mails.change.provider_linked': 'Hesabına dış bir giriş hesabı bağlandı',
  'mails.change.provider_unlinked': 'Hesabından dış bir giriş hesabı ayrıldı',
  'mails.change.app_added': 'Hesabına doğrulama uygulaması eklendi',
  'mails.change.app_removed': 'Hesabından doğrulama uygulaması kaldırıldı',
  'mails.change.backup_codes': 'Yedek kodların yenilendi',
  'mails.change.token_created': 'Adına bir erişim anahtarı oluşturuldu',
  'mails.change.token_revoked': 'Bir erişim anahtarın iptal edildi',
  'mails.change.lead': '{what}.',
  'mails.change.lead_named': '{what}: {name}.',
  'mails.change.where': 'Ne zaman: {at}. Ağ adresi: {address}. Tarayıcı: {program}.',
  'mails.change.revoked': 'Bununla birlikte artık geçmeyenler: {list}.',
  'mails.change.not_you':
    'Bunu sen yapmadıysan hemen yeni bir parola belirle: bütün oturumlar kapanır, sen tutmadıkça hesabı açan diğer her şey de kalkar.',
  'mails.change.action': 'Yeni parola belirle',
  'mails.change.footnote': 'Bu e-posta, hesabını açan bir şey değiştiğinde hep gelir.',
  'mails.invitation.subject': '{team} seni {market_ya} davet ediyor',
  'mails.invitation.lead':
    '{name} seni {team} ekibine çağırıyor. Bağlantı bir hafta geçerli ve bir kez kullanılır.',
  'mails.invitation.action': 'Daveti aç',
  'mails.invitation.footnote':
    'Bu daveti beklemiyorsan görmezden gel; kabul etmediğin sürece hiçbir şey olmaz.',
  'mails.invitation.market': '{market} yönetimi',
  'mails.token_ends.subject': '“{name}” anahtarının süresi doluyor',
  'mails.token_ends.lead':
    '{partner} için yaptığın “{name}” erişim anahtarı (…{ending}) {day} günü geçersiz olacak.',
  'mails.token_ends.what':
    'Onu kullanan program varsa o günden önce yeni bir anahtar yap ve yerine koy. Kullanan yoksa bir şey yapman gerekmez.',
  'mails.token_ends.action': 'Anahtarları aç',
  'mails.earnings.subject': '{partner}: {month} kazanç dökümü',
  'mails.earnings.lead':
    '{partner} için {month} ayı kapandı. Döküm numarası {number}, bakiye {amount}.',
  'mails.earnings.due':
    'Bu tutar hesabına gönderildiğinde ayrıca haber veririz. Sonradan gelen iadeler bir sonraki döküme yazılır.',
  'mails.earnings.nothing_due': 'Bu ay ödenecek bir şey yok; bakiye bir sonraki döküme devreder.',
  'mails.earnings.action': 'Dökümü aç',
  'mails.earnings.footnote': 'Bu e-posta, ekipte sahip ya da finans rolünde olduğun için geldi.',
  'mails.payout.subject': '{partner}: {amount} gönderildi',
  'mails.payout.lead':
    '{number} numaralı dökümün tutarı olan {amount}, {day} günü gönderildi. Dekont: {reference}.',
  'mails.owner.why':
    'Bu e-posta, platformunda mağaza sahibi olarak bu adres kayıtlı olduğu için geldi.',
  'mails.update_failed.subject': '{item}: {version} sürümüne geçilemedi',
  'mails.update_failed.lead':
    '{domain} mağazandaki {item}, kendiliğinden {version} sürümüne geçecekti. İş bitirilemedi ve geri alındı.',
  'mails.update_failed.kept':
    'Mağazan {kept} sürümüyle eskisi gibi çalışıyor; bir şey yapman gerekmez. Bu sürümü kendiliğinden bir daha denemeyiz, istersen sen deneyebilirsin.',
  'mails.update_failed.stuck':
    'Önceki sürüme dönüş de yarım kaldı. Sayfasındaki düğme işi kaldığı yerden sürdürür.',
  'mails.update_failed.look': 'Durumuna bak',
  'mails.stopped.subject': '{item}: {market} acil durdurdu',
  'mails.stopped.lead':
    '{domain} mağazanda kurulu olan {item} acil durduruldu: kimse kuramıyor ve güncelleyemiyor. Nedeni:',
  'mails.stopped.what':
    'Mağazandaki kopyaya dokunmadık. Güvenmiyorsan sayfasından kaldır veya duraklat; mağazan eski hâline döner.',
  'mails.lifted.subject': '{item}: durdurma kaldırıldı',
  'mails.lifted.lead':
    '{domain} mağazanda kurulu olan {item} incelendi ve durdurma kaldırıldı. Bir şey yapman gerekmez.',
  'mails.review_down.subject': '{item}: yorumunun metni kaldırıldı',
  'mails.review_down.lead':
    '{domain} mağazanın {item} için yazdığı yorumun metni artık gösterilmiyor; verdiğin puan duruyor. Nedeni:',
  'mails.review_down.appeal':
    'Katılmıyorsan {day} gününe dek mağazanla giriş yapıp “Kararlar” sayfasından itiraz et ya da {address} adresine yaz; kararı vermemiş biri okur ve yanıtlar. Mahkemeye başvurma hakkın saklıdır.',
  'mails.store_appeal.subject': '{item}: itirazına yanıt',
  'mails.store_appeal.upheld':
    '{domain} mağazanın itirazını kararı vermemiş biri okudu: karar yerinde bulundu. Gerekçesi:',
  'mails.store_appeal.reversed':
    '{domain} mağazanın itirazı haklı bulundu: karar geri alındı. Gerekçesi:',
  'mails.store_appeal.look': 'Kararı aç',
  'mails.scripts.subject': '{domain}: sipariş sayfalarındaki kod değişmiş',
  'mails.scripts.lead':
    '{domain} mağazanın sipariş sayfalarında çalışan kodlara her gün bakıyoruz. Şunlar koyduğumuz gibi değil:',
  'mails.scripts.changed': '• {item}: {title} (değişmiş)',
  'mails.scripts.gone': '• {item}: {title} (yerinde yok)',
  'mails.scripts.what':
    'Sen yaptıysan bir şey gerekmez. Sen yapmadıysan uygulamayı kaldır ve platformuna yaz: müşterilerin bu sayfalarda adres ve kart yazar.',
  'mails.scripts.look': 'Kodlara bak',
  'mails.statement.subject.rejected': '{name}: yayına alınmadı',
  'mails.statement.subject.changes_requested': '{name}: değişiklik isteniyor',
  'mails.statement.subject.unpublished': '{name}: yayından kaldırıldı',
  'mails.statement.subject.halted': '{name}: sürüm durduruldu',
  'mails.statement.subject.yanked': '{name}: sürüm geri çekildi',
  'mails.statement.subject.stopped': '{name}: acil durduruldu',
  'mails.statement.subject.text_erased': '{name}: yorum metni kaldırıldı',
  'mails.statement.decision.rejected': '{day} günü {name} için verilen karar: yayına alınmıyor.',
  'mails.statement.decision.changes_requested':
    '{day} günü {name} için verilen karar: şu haliyle yayına alınmıyor, değişiklik gerekiyor.',
  'mails.statement.decision.unpublished':
    '{day} günü {name} yayından kaldırıldı: pazarda görünmüyor, yeni mağazalar kuramıyor. Kurulu olduğu mağazalarda çalışmayı sürdürür.',
  'mails.statement.decision.halted':
    '{day} günü {name} durduruldu: bu sürüm hiçbir mağazaya sunulmuyor.',
  'mails.statement.decision.yanked':
    '{day} günü {name} geri çekildi: bu sürüm bir daha sunulmaz, numarası yeniden kullanılamaz.',
  'mails.statement.decision.stopped':
    '{day} günü {name} acil durduruldu: yeni kurulum ve güncelleme yapılamıyor, kurulu olduğu mağazalara haber verildi.',
  'mails.statement.decision.text_erased':
    '{day} günü {name} altındaki bir yorumun metni kaldırıldı; puan duruyor.',
  'mails.statement.without_end': 'Karar, geri alınana dek geçerli.',
  'mails.statement.until': 'Karar {day} gününe dek geçerli.',
  'mails.statement.facts': 'Saptadığımız:',
  'mails.statement.grounds.contract': 'Dayanak: {market} ile yaptığın sözleşme, {rule}.',
  'mails.statement.grounds.law': 'Dayanak: kanun, {rule}.',
  'mails.statement.cause.own': 'Buna kendi incelememizle vardık.',
  'mails.statement.cause.report': 'Bize gelen bir bildirim üzerine baktık.',
  'mails.statement.cause.order': 'Bir makamın kararını uyguladık.',
  'mails.statement.automated.no': 'Otomatik bir araç kullanılmadı.',
  'mails.statement.automated.found': 'Sorunu otomatik bir denetim buldu, kararı bir insan verdi.',
  'mails.statement.automated.decided': 'Kararı otomatik bir denetim verdi.',
  'mails.statement.appeal':
    'Katılmıyorsan {day} gününe dek konsolda bir kez itiraz edebilirsin; kararı vermemiş biri okur ve gerekçesiyle yanıtlar. Bulunduğun yerde varsa mahkeme dışı çözüm kurumuna ve her zaman mahkemeye başvurabilirsin.',
  'mails.submission.subject.approved': '{name} yayında',
  'mails.submission.subject.failed_checks': '{name}: denetimde bir şey bulundu',
  'mails.submission.lead.approved': '{name} incelendi ve yayımlandı. Mağazalar onu artık görüyor.',
  'mails.submission.lead.failed_checks':
    '{name} için denetimler tamamlandı ve düzeltilmesi gereken bir şey bulundu. Hangi kuralın nerede tutmadığını ve nasıl düzelteceğini sayfasında bulursun; sonra yeniden gönder.',
  'mails.submission.action': 'Gönderimi aç',
  'mails.submission.footnote': 'Bu mektup, onu sen gönderdiğin için geldi.',
  'mails.statement.action': 'Kararı aç',
  'mails.statement.footnote': 'Bu e-posta, ekibin sahiplerinden olduğun için geldi.',
  'mails.appeal.subject': '{name}: itirazının yanıtı',
  'mails.appeal.outcome.upheld':
    '{name} için itirazını okuduk. Karar olduğu gibi kalıyor; gerekçesi:',
  'mails.appeal.outcome.reversed': '{name} için itirazını okuduk ve kararı geri aldık; gerekçesi:',
  'mails.appeal.footnote': 'Bir karara bir kez itiraz edilir. Mahkemeye başvurma hakkın saklıdır.',
  'mails.partner_mail.subject': '{market_da} destek adresini doğrula',
  'mails.partner_mail.lead':
    '{partner}, {market_daki} geliştirici sayfasında bu adresi destek adresi olarak gösteriyor. Adres sana aitse düğmeye bas; bağlantı üç gün geçerli.',
  'mails.partner_mail.action': 'Adresi doğrula',
  'mails.partner_mail.footnote':
    'Bundan haberin yoksa bir şey yapma; sen basmadan adres doğrulanmış sayılmaz.',
  'mails.proof_missing.subject': '{domain}: kanıtı bulamıyoruz',
  'mails.proof_missing.lead':
    '{domain} adresinin {partner} ekibine ait olduğunu gösteren DNS kaydını ya da dosyayı bulamıyoruz. {day} gününe dek geri konmazsa sayfandaki “Doğrulandı” kalkar.',
  'mails.proof_lapsed.subject': '{domain} artık doğrulanmış değil',
  'mails.proof_lapsed.lead':
    '{domain} için kanıt geri gelmedi; {day} günü {partner} sayfasındaki “Doğrulandı” kaldırıldı. Kaydı ya da dosyayı yeniden koyup profilden doğrulayabilirsin.',
  'mails.proof.action': 'Profili aç',
  'mails.question.subject': '{item} hakkında bir soru',
  'mails.question.lead':
    'Biri {item} hakkında sana bir şey sordu. Soruyu konsolda okuyup yanıtlayabilirsin.',
  'mails.question.action': 'Soruyu aç',
  'mails.question.footnote': 'Bu e-posta, ekipte soruları okuyanlardan olduğun için geldi.',
  'mails.developer_answer.lead': '{developer}, {item} hakkındaki sorunu yanıtladı:',
  'mails.developer_answer.action': 'Yeniden yaz',
  'mails.developer_answer.footnote':
    'Bu e-postayı {market} iletti; {developer} adresini görmez. Bu e-postaya yanıt yazma, onlara ulaşmaz: yeniden yazmak için düğmeyi kullan.',
} as const
