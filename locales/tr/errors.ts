/** Errors (S8): `errors.<code>` of a refusal, with `.description` where a second line helps. */
export const errors = {
  'errors.start': 'Sayfa açılamadı. Bağlantını kontrol et, sonra yeniden dene.',
  'errors.session.unverified': 'Oturum doğrulanamadı', // S8.3
  'errors.session.token_invalid': 'Oturum bilgisi geçersiz ya da süresi dolmuş', // S8.5
  'errors.session.login': 'Giriş bilgileri hatalı, yeniden giriş yap', // S8.6
  'errors.session.store_changed':
    'Bu sekme başka bir mağaza için açılmıştı. Panelinden yeniden aç ya da bu sayfayı yenile.',
  'errors.form.under_way': 'Bu form şu anda işleniyor. Biraz bekleyip sayfayı yenile.',
  'errors.form.sent_already':
    'Bu form daha önce başka bir içerikle gönderildi. Sayfayı yenile ve baştan doldur.',
  'errors.session.store_mismatch': 'Mağaza bilgisi bu oturuma ait değil',
  'errors.session.store_closed': 'Mağaza şu anda kapalı; açılınca kaldığın yerden sürer',
  'errors.session.link_refused':
    'Panelinden gelen giriş bağlantısının süresi dolmuş ya da bağlantı daha önce kullanılmış. Mağazanla sürdürmek için panelinden yeniden aç.',
  'errors.session.link_other_store':
    'Bu giriş bağlantısı başka bir mağaza için; burada {store} mağazasıyla giriş yapılmış. Öteki mağaza için uygulama ve tema sayfasını onun panelinden yeniden aç.',
  'errors.input.invalid': 'Bazı alanlar eksik ya da hatalı',
  'errors.input.malformed': 'İstek okunamadı',
  'errors.request.foreign_origin': 'Bu istek başka bir siteden geldi ve reddedildi',
  'errors.method.not_allowed': 'Bu adres bu tür isteği kabul etmez',
  'errors.body.too_large': 'Gönderilen veri çok büyük',
  'errors.body.too_slow': 'Gönderilen veri zamanında ulaşmadı; lütfen yeniden dene',
  'errors.headers.too_many': 'İstekte çok fazla başlık var',
  'errors.pages.too_many':
    'Kısa sürede çok fazla sayfa açtın. {seconds} saniye sonra yeniden dene.',
  'errors.busy': 'Şu anda çok yoğunuz; birkaç saniye sonra yeniden dene',
  'errors.rate.limited': 'Çok sık denedin. {seconds} saniye sonra yeniden dene.',
  'errors.unavailable': 'Şu anda yanıt veremiyoruz; birazdan yeniden dene',
  'errors.platform.unavailable': 'Mağazanın sunucusu yanıt vermiyor; birazdan yeniden dene',
  'errors.platform.not_found': 'Bu numarayla bir platform yok',
  'errors.newsletter.link_unknown': 'Bu bağlantı geçerli değil',
  'errors.newsletter.link_expired': 'Bu bağlantının süresi doldu',
  'errors.catalog.item_not_found': 'Böyle bir ürün yok ya da yayından kalkmış',
  'errors.catalog.item_delisted': '“{name}” yayından kaldırıldı',
  'errors.checkout.no_seller':
    'Burada henüz satın alınamıyor: satıcının kim olduğu daha yazılmadı. Ücretsiz olanlar kurulabilir.',
  'errors.catalog.not_installable': 'Bu ürün henüz kurulamıyor: yalnızca tanıtımı var, paketi yok',
  'errors.checkout.order_not_completed': 'Sipariş tamamlanamadı', // S8.10
  'errors.checkout.coupon_invalid': 'Kupon geçersiz', // S8.11
  'errors.checkout.coupon_ended':
    'Kuponun artık geçerli değil, tutar değişti. Ücret alınmadı; yeni tutarı görüp yeniden onayla.',
  'errors.checkout.card_invalid': 'Kart bilgileri eksik ya da hatalı', // S8.12
  'errors.checkout.permissions_required': 'İzinleri onaylaman gerekiyor', // S8.13
  'errors.checkout.consent_required': 'Devam etmek için sözleşmeleri onayla',
  'errors.checkout.address_required': 'Faturanın ulaşması için bir adres gerekli', // S5.1
  'errors.checkout.address_not_found': 'Bu adres bulunamadı',
  'errors.checkout.too_many_addresses': 'En çok 20 adres kaydedebilirsin; önce birini sil',
  'errors.checkout.order_not_found': 'Böyle bir sipariş yok',
  'errors.checkout.no_receipt': 'Bu sipariş için belge yok',
  'errors.checkout.order_not_payable': 'Bu sipariş artık ödenemez',
  'errors.checkout.already_owned': 'Bu ürün zaten mağazanın; yeniden ödeme alınmaz',
  'errors.checkout.plan_not_for_sale': 'Bu plan henüz satın alınamıyor',
  'errors.checkout.total_changed':
    'Tutar değişti. Hiçbir ücret alınmadı; yeni tutarı gör ve yeniden onayla.',
  'errors.checkout.payment_in_flight': 'Bu sipariş için bir ödeme sürüyor; sonucunu bekle',
  'errors.checkout.key_reused': 'Bu ödeme isteği başka bilgilerle yinelendi',
  'errors.checkout.bank_unreachable':
    'Bankaya ulaşılamadı. Kartından ücret alınmadı; birazdan yeniden dene.',
  'errors.request.challenge_over':
    'Bankanın doğrulama sayfası yalnızca bir kez açılır. Siparişine dönüp ödemeyi yeniden başlat.',
  'errors.checkout.too_many_attempts':
    'Çok fazla kart denendi. {minutes} dakika sonra yeniden dene.',
  'errors.decline.insufficient_funds':
    'Kartın bakiyesi ya da limiti yetmedi. Başka bir kartla dene.',
  'errors.decline.card_declined':
    'Bankan ödemeyi onaylamadı. Başka bir kartla dene ya da bankanı ara.',
  'errors.decline.expired_card': 'Kartın süresi dolmuş. Başka bir kartla dene.',
  'errors.decline.invalid_card': 'Kart numarası geçerli değil. Yeniden yaz.',
  'errors.decline.invalid_cvc': 'Güvenlik kodu hatalı. Yeniden yaz.',
  'errors.decline.three_d_failed':
    'Bankanın doğrulaması tamamlanmadı. Ücret alınmadı; yeniden dene.',
  'errors.decline.not_permitted':
    'Bu kart internet alışverişine kapalı. Bankandan açmasını iste ya da başka kart dene.',
  'errors.decline.suspected_fraud':
    'Bankan ödemeyi onaylamadı. Başka bir kartla dene ya da bankanı ara.',
  'errors.decline.limit': 'Kartın limiti aşıldı. Başka bir kartla dene.',
  'errors.decline.gateway_error': 'Banka ödemeyi işleyemedi. Ücret alınmadı; yeniden dene.',
  'errors.reviews.never_installed': 'Yalnızca kurmuş mağazalar değerlendirebilir',
  'errors.reviews.too_late': 'Kaldırmanın üzerinden 45 günden fazla geçti; artık değerlendirilemez',
  'errors.reviews.already_written':
    'Mağazan bunu zaten değerlendirmiş; değerlendirmeni değiştirebilirsin',
  'errors.reviews.not_written': 'Mağazanın burada bir değerlendirmesi yok',
  'errors.reviews.not_found': 'Bu değerlendirme artık yok',
  'errors.app.signature_invalid': 'Uygulamanın imzası geçerli değil',
  'errors.in_app.no_address': 'Bu uygulamanın açılacak bir adresi yok',
  'errors.in_app.product_not_found': 'Uygulama böyle bir ürün satmıyor',
  'errors.in_app.not_for_sale': 'Bu uygulama şu anda satış yapamıyor',
  'errors.in_app.return_url': 'Dönüş adresi uygulamanın ya da mağazanın kendi adresi olmalı',
  'errors.in_app.request_reused': 'Bu istek adı daha önce başka bir istekte kullanıldı',
  'errors.in_app.purchase_not_found': 'Böyle bir satın alma yok',
  'errors.in_app.not_paid': 'Bu satın almanın ödemesi yapılmadı',
  'errors.in_app.not_consumable': 'Bu ürün bir kez alınır ve kalır, harcanmaz',
  'errors.installs.not_entitled': 'Kurmak için önce satın al',
  'errors.installs.permissions_required': 'İzinleri onaylaman gerekiyor', // S5.4
  'errors.installs.agreement_required': 'Kurmak için veri koruma sözleşmesini onayla', // S5.5
  'errors.installs.order_steps_required': 'Sipariş sayfalarındaki kodu ayrıca onayla',
  'errors.installs.inputs_invalid': 'Kurulum ayarlarında eksik ya da hatalı alanlar var',
  'errors.installs.busy': 'Bu ürün üzerinde bir iş sürüyor; bitmesini bekle',
  'errors.installs.unfinished': 'Önceki iş yarım kaldı; önce kaldırmayı bitir',
  'errors.installs.not_installed': 'Bu ürün mağazanda kurulu değil',
  'errors.installs.already_installed': 'Bu ürün mağazanda zaten kurulu',
  'errors.installs.unsupported':
    'Bu ürün mağazana uymuyor: mağazanın sürümü eski ya da ürünün kullandığı bir yer mağazanda yok',
  'errors.installs.not_for_storefront': 'Bu tema mağazanın vitrin kuşağını desteklemiyor',
  'errors.installs.no_preview': 'Bu platformun önizleme için örnek mağazası yok',
  'errors.installs.release_not_found': '{version} sürümü yok ya da yayından kaldırılmış',
  'errors.installs.same_release': 'Mağazanda zaten bu sürüm var',
  'errors.installs.lower_release': 'Mağazanda {installed} sürümü var; {version} ondan daha eski',
  'errors.installs.not_os2': 'Bu adres yalnızca ikinci kuşak vitrini olan mağazalar içindir',
  'errors.installs.paused': 'Bu ürün duraklatılmış; önce devam ettir',
  'errors.installs.not_paused': 'Bu ürün duraklatılmış değil',
  'errors.installs.changed_on_store':
    'Mağazanda bu ürünün bir parçasını biri değiştirmiş; önce ne olacağına karar ver',
  'errors.installs.nothing_changed': 'Bu parça yerinde duruyor; yapılacak bir şey yok',
  'errors.installs.nothing_unfinished': 'Yarım kalan bir iş yok',
  'errors.installs.pause_failed': 'Duraklatma bitmedi; yeniden dene',
  'errors.installs.resume_failed': 'Devam ettirme bitmedi; yeniden dene',
  'errors.installs.repair_failed': 'Parça yerine konamadı; yeniden dene',
  'errors.installs.update_failed': 'Güncelleme tamamlanamadı; önceki sürüm çalışmayı sürdürüyor',
  'errors.installs.restore_failed': 'Önceki sürüme de dönülemedi',
  'errors.installs.stopped': 'Bu içerik {market} tarafından acil durduruldu; mağazan eski hâlinde',
  'errors.installs.failed': 'Kurulum tamamlanamadı; mağazan eski hâlinde',
  'errors.installs.uninstall_failed': 'Kaldırma bitmedi; yeniden dene',
  'errors.installs.store_unreachable': 'Mağazana ulaşılamadı',
  'errors.installs.site_gone': 'Sitede eklenti yoktu: oraya soramadık, kayıtlarımızda kaldırdık',
  'errors.site.still_answers':
    'Bu site hâlâ yanıt veriyor ya da yanıt vermediğini yeterince uzun süre görmedik',
  'errors.installs.changed_meanwhile': 'Mağazanda bu yeri başka biri değiştirmiş; ona dokunulmadı',
  'errors.webhooks.no_address': 'Bu uygulamanın haber alacağı bir adresi yok',
  'errors.webhooks.message_not_found': 'Bu mağaza için böyle bir bildirim yok',
  'errors.webhooks.under_way': 'Bu bildirim tam şu anda gönderiliyor',
  'errors.webhooks.address_gone': 'Uygulamanın adresi artık yok; önce yeniden açıldığını bildir',
  'errors.webhooks.data_asked':
    'Uygulamaya bu istek zaten iletildi; bir gün sonra yeniden isteyebilirsin',
  'errors.rights.required':
    'Uygulama bu hak olmadan çalışamaz. Duraklatabilir ya da kaldırabilirsin.',
  'errors.rights.not_asked_for': 'Uygulama böyle bir hak istemiyor',
  'errors.rights.no_access': 'Uygulamanın web servis erişimi yok',
  'errors.rights.unknown_client': 'Bu mağazada böyle bir bağlantı isteyen uygulama yok',
  'errors.rights.redirect_uri': 'Uygulama yanıtı bildirmediği bir adrese istiyor',
  'errors.rights.scope_missing': 'Bu uygulamaya bu hak verilmedi',
  'errors.app.token_invalid': 'Erişim belirteci geçerli değil',
  'errors.field.card_number': 'Kart numarasını kontrol et',
  'errors.field.cvc': 'Güvenlik kodunu kontrol et',
  'errors.field.expired': 'Kartın süresi dolmuş',
  'errors.field.tax_number': 'Vergi numarası 10 hanelidir ya da 11 haneli T.C. kimlik numarasıdır',
  'errors.field.tax_number_missing': {
    one: 'Vergi numarası 10 hanedir; {count} hane eksik',
    other: 'Vergi numarası 10 hanedir; {count} hane eksik',
  },
  'errors.field.identity_number': 'T.C. kimlik numarası geçerli değil',
  'errors.field.zip_code': 'Posta kodu 5 hanelidir',
  'errors.field.province': 'Listeden bir il seç',
  'errors.field.zip_code_province': '{province} için posta kodu {plate} ile başlar',
  'errors.field.country': 'Listeden bir ülke seç',
  'errors.field.vat_number':
    'Bu, seçtiğin ülkenin geçerli bir KDV numarası değil; numaran yoksa alanı boş bırak',
  'errors.field.postal_code': 'Bu, seçtiğin ülkenin bir posta kodu değil',
  'errors.site.not_here':
    'Bu market kendi platformunun mağazaları için. Başka siteler burada bağlanmıyor.',
  'errors.site.mail_first': 'Önce e-postanı doğrula',
  'errors.site.not_proved': 'Kanıtı bulamadık',
  'errors.site.already_connected':
    'Bu site zaten bağlı. Kodla gir; kayıtlı adrese erişemiyorsan bize yaz.',
  'errors.wordpress.not_ready': 'Bu site daha bağlanmaya hazır değil; önce yeniden baktır',
  'errors.site.not_a_site': 'Bağlı bir site değil',
  'errors.site.rule_invalid': 'Kural eksik ya da hatalı',
  'errors.site.too_many_rules': 'Kural sayısı doldu; önce birini sil',
  'errors.site.address_invalid': 'Yeni adresi alan adı olarak yaz',
  'errors.site.no_move': 'Süren bir taşıma yok; yeniden başlat',
  'errors.connect.over':
    'Bu kodun süresi doldu ya da kod kullanıldı. Mağazanın adresini yeniden yaz.',
  'errors.connect.code_wrong': {
    one: 'Kod yanlış. {count} deneme hakkın kaldı.',
    other: 'Kod yanlış. {count} deneme hakkın kaldı.',
  },
  'errors.connect.no_tries_left': 'Kod çok kez yanlış yazıldı. Mağazanın adresiyle yeniden başla.',
  'errors.connect.other_store':
    'Bu tarayıcıda şimdi {domain} açık. Onun yerine geçmek istediğini onayla.',
  'errors.connect.too_soon': 'Yeni kod için {seconds} saniye bekle.',
  'errors.connect.too_many_codes': 'Çok fazla kod istedin. Mağazanın adresiyle yeniden başla.',
  'errors.platform.paused':
    'Bu platform şu anda yeni mağaza, sipariş ve kurulum almıyor. Kurulu olanlar çalışmaya devam eder.',
} as const
