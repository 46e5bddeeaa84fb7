/** Refusals of the console's operations. Translated on the server. */
export const consoleErrors = {
  'errors.people.sign_in_failed': 'E-posta ya da parola yanlış.',
  'errors.people.code_wrong': 'Kod yanlış. Uygulamadaki yeni kodu yaz.',
  'errors.people.code_over': 'Bu adımın süresi doldu. Yeniden giriş yap.',
  'errors.people.link_over':
    'Bu bağlantı artık geçerli değil. Kullanılmış ya da süresi dolmuş olabilir; yenisini iste.',
  'errors.people.openid_failed': 'Sağlayıcıdaki giriş tamamlanmadı. Yeniden dene.',
  'errors.people.openid_unknown':
    'Bu hesapla burada kimse yok. Davetin geldiği adresi kullan ya da davet iste.',
  'errors.people.openid_unreachable':
    'Giriş sağlayıcısına şu an ulaşılamıyor. Biraz sonra dene ya da parolanla gir.',
  'errors.people.passkey_failed': 'Geçiş anahtarı tanınmadı. Yeniden dene ya da parolanla gir.',
  'errors.people.sign_in_again': 'Bunun için oturumun yeni olmalı. Çıkış yapıp yeniden gir.',
  'errors.people.email_taken': 'Bu adresle bir hesap var. Onunla giriş yap.',
  'errors.people.app_code_there': 'Doğrulama uygulaması zaten bağlı.',
  'errors.people.app_code_missing': 'Bağlı bir doğrulama uygulaması yok.',
  'errors.people.not_allowed':
    'Rolün bunu yapmaya yetmiyor. Ekibin sahibine ya da yöneticisine sor.',
  'errors.people.other_address': 'Bu davet başka bir adrese gönderildi. O hesapla giriş yap.',
  'errors.people.sign_in_first': 'Bu adresle bir hesap var. Önce giriş yap, sonra daveti kabul et.',
  'errors.people.member_already': 'Bu kişi zaten ekipte.',
  'errors.people.last_owner':
    'Ekibin son sahibi ya da yöneticisi değiştirilemez. Önce bir başkasını belirle.',
  'errors.people.not_yourself': 'Kendi rolünü değiştiremezsin; bunu ekipten bir başkası yapar.',
  'errors.people.token_invalid':
    'Bu erişim anahtarı geçerli değil: yanlış, süresi dolmuş ya da iptal edilmiş.',
  'errors.people.token_elsewhere': 'Erişim anahtarıyla bu çağrı yapılamaz.',
  'errors.people.token_scope': 'Bu erişim anahtarının yetkisi buna yetmiyor.',
  'errors.partners.token_many':
    'En çok {n} geçerli anahtarın olabilir. Önce kullanmadıklarını iptal et.',
  'errors.field.password_wrong': 'Parola yanlış',
  'errors.field.other_domain': 'Mağazanın alan adı bu değil; doğrusu {domain}',
  'errors.statements.appealed_already':
    'Bu karara itiraz edildi; bir karara bir kez itiraz edilir.',
  'errors.statements.appeal_over': 'İtiraz süresi doldu.',
  'errors.statements.no_appeal': 'Yanıt bekleyen bir itiraz yok.',
  'errors.statements.own_decision':
    'Bu kararı sen verdin; itirazı başka biri yanıtlar. Ekipte başka biri yoksa davet et.',
  'errors.earnings.day_begun': 'O günden beri satış yapıldı; kural en erken yarın başlayabilir.',
  'errors.earnings.rule_there': 'Bu iş ortağı ve pazar için o gün başlayan bir kural var.',
  'errors.earnings.rule_begun':
    'Başlamış bir kural geri alınmaz; sonraki bir günden başlayan yenisini koy.',
  'errors.earnings.not_due':
    'Bu dökümde ödenecek bir şey yok: ödendi ya da bir sonrakine devretti.',
  'errors.earnings.nothing_left': 'Bu satıştan geriye bu kadar kalmadı.',
  'errors.texts.no_draft': 'Yayınlanacak taslak yok.',
  'errors.texts.not_own': 'Bu sayfa zaten sürümle gelen metin.',
  'errors.texts.unreadable': 'Bu renklerle yazı okunmaz: {why}.',
  'errors.texts.colour_pair': '{token}: gündüz ve gece rengi birlikte yazılır.',
  'errors.people.second_needed':
    'Bu pazar, yönetim için ikinci doğrulama istiyor. Önce hesabına ekle.',
  'errors.texts.second_first': 'Önce kendi hesabına ikinci doğrulama ekle.',
  'errors.backoffice.not_published': 'Bu ürün yayında değil.',
  'errors.backoffice.not_taken_down': 'Bu ürün yayından kaldırılmış değil.',
  'errors.backoffice.stopped':
    'Bu ürün acil durdurulmuş (ya da hiç yayınlanmamış). Önce durdurmayı kaldır.',
  'errors.backoffice.not_stopped': 'Bu ürün acil durdurulmuş değil.',
  'errors.backoffice.release_state': 'Sürümün şu anki durumunda bu yapılamaz.',
  'errors.backoffice.slug_taken': 'Bu adres alınmış; başka bir tane yaz.',
  'errors.backoffice.category_full': 'Bu kategoride ürün var; önce onları başka kategoriye taşı.',
  'errors.backoffice.refund_refused': 'Bu kadar iade edilemez. Ödenenden geriye {left} kaldı.',
  'errors.backoffice.code_taken': 'Bu kodla bir kupon var.',
  'errors.backoffice.day_begun':
    'Bu gün başladı ya da başlamak üzere; en erken yarından sonrası seçilebilir.',
  'errors.backoffice.settled_already': 'Bu farkın ne olduğu zaten yazılmış.',
  'errors.backoffice.review_state': 'Yorumun şu anki durumunda bu yapılamaz.',
  'errors.backoffice.answered_already': 'Bu mesaj yanıtlandı.',
  'errors.backoffice.not_subscribed': 'Bu adres zaten bültende değil.',
  'errors.backoffice.job_gone': 'Bu iş artık vazgeçilenler arasında değil.',
  'errors.backoffice.key_taken': 'Bu adda bir anahtar var.',
  'errors.backoffice.last_key': 'Son geçerli anahtar kaldırılamaz; önce yenisini ekle.',
  'errors.backoffice.asked_already': 'Bu zaten istendi ve hazırlanıyor.',
  'errors.backoffice.still_answers':
    'Site hâlâ yanıt veriyor ya da yanıt vermediği yeterince uzun süre görülmedi.',
  'errors.backoffice.still_installed': 'Mağazada kurulu ürün var; önce sahibi kaldırmalı.',
  'errors.backoffice.host_taken':
    'Bu ana makine adı bu pazarın başka bir mağazasında kullanılıyor.',
  'errors.backoffice.connector_address':
    'Herkese açık bir https adresi ver. Özel ağdaki adresler pazar başlatılırken ayarlanır (CONNECTOR_ORIGINS).',
  'errors.backoffice.keys_unreadable': 'Bu adreste Ed25519 anahtarlı bir JWK kümesi yok.',
  'errors.backoffice.platform_incomplete':
    'Bağlayıcı, erişim bilgileri, bir panel ya da bir anahtar hâlâ eksik.',
  'errors.backoffice.platform_retired': 'Emekli edilen bir platform yeniden açılamaz.',
} as const
