/** What can go wrong (S8). `errors.<code>` of a refusal; `.description` where one line more helps. */
export const errors = {
  'errors.session.unverified': 'Oturum doğrulanamadı', // S8.3
  'errors.session.token_invalid': 'Oturum bilgisi geçersiz ya da süresi dolmuş', // S8.5
  'errors.session.login': 'Giriş bilgileri hatalı, yeniden giriş yap', // S8.6
  'errors.session.store_changed': 'Bu sekme başka bir mağaza için açılmıştı. Panelinden yeniden aç ya da bu sayfayı yenile.',
  'errors.session.store_mismatch': 'Mağaza bilgisi bu oturuma ait değil',
  'errors.session.store_closed': 'Mağaza şu anda kapalı; açılınca kaldığın yerden sürer',
  'errors.input.invalid': 'Bazı alanlar eksik ya da hatalı',
  'errors.input.malformed': 'İstek okunamadı',
  'errors.request.foreign_origin': 'Bu istek başka bir siteden geldi ve reddedildi',
  'errors.method.not_allowed': 'Bu adres bu tür isteği kabul etmez',
  'errors.body.too_large': 'Gönderilen veri çok büyük',
  'errors.rate.limited': 'Çok sık denedin. {seconds} saniye sonra yeniden dene.',
  'errors.unavailable': 'Şu anda yanıt veremiyoruz; birazdan yeniden dene',
  'errors.platform.unavailable': 'Mağazanın sunucusu yanıt vermiyor; birazdan yeniden dene',
  'errors.catalog.item_not_found': 'Böyle bir ürün yok ya da yayından kalkmış',
  'errors.catalog.item_delisted': '“{name}” yayından kaldırıldı',
  'errors.catalog.not_installable': 'Bu ürün henüz kurulamıyor: yalnızca tanıtımı var, paketi yok',
  'errors.checkout.order_not_completed': 'Sipariş tamamlanamadı', // S8.10
  'errors.checkout.coupon_invalid': 'Kupon geçersiz', // S8.11
  'errors.checkout.card_invalid': 'Kart bilgileri eksik ya da hatalı', // S8.12
  'errors.checkout.permissions_required': 'İzinleri onaylaman gerekiyor', // S8.13
  'errors.checkout.consent_required': 'Devam etmek için sözleşmeleri onayla',
  'errors.checkout.address_required': 'Faturanın ulaşması için bir adres gerekli', // S5.1
  'errors.checkout.address_not_found': 'Bu adres bulunamadı',
  'errors.checkout.too_many_addresses': 'En çok 20 adres kaydedebilirsin; önce birini sil',
  'errors.checkout.order_not_found': 'Böyle bir sipariş yok',
  'errors.checkout.order_not_payable': 'Bu sipariş artık ödenemez',
  'errors.checkout.already_owned': 'Bu ürün zaten mağazanın; yeniden ödeme alınmaz',
  'errors.checkout.plan_not_for_sale': 'Bu plan henüz satın alınamıyor',
  'errors.checkout.total_changed': 'Tutar değişti. Hiçbir ücret alınmadı; yeni tutarı gör ve yeniden onayla.',
  'errors.checkout.payment_in_flight': 'Bu sipariş için bir ödeme sürüyor; sonucunu bekle',
  'errors.checkout.key_reused': 'Bu ödeme isteği başka bilgilerle yinelendi',
  'errors.checkout.bank_unreachable': 'Bankaya ulaşılamadı. Kartından ücret alınmadı; birazdan yeniden dene.',
  'errors.checkout.too_many_attempts': 'Çok fazla kart denendi. {minutes} dakika sonra yeniden dene.',
  'errors.decline.insufficient_funds': 'Kartın bakiyesi ya da limiti yetmedi. Başka bir kartla dene.',
  'errors.decline.card_declined': 'Bankan ödemeyi onaylamadı. Başka bir kartla dene ya da bankanı ara.',
  'errors.decline.expired_card': 'Kartın süresi dolmuş. Başka bir kartla dene.',
  'errors.decline.invalid_card': 'Kart numarası geçerli değil. Yeniden yaz.',
  'errors.decline.invalid_cvc': 'Güvenlik kodu hatalı. Yeniden yaz.',
  'errors.decline.three_d_failed': 'Bankanın doğrulaması tamamlanmadı. Ücret alınmadı; yeniden dene.',
  'errors.decline.not_permitted': 'Bu kart internet alışverişine kapalı. Bankandan açmasını iste ya da başka kart dene.',
  'errors.decline.suspected_fraud': 'Bankan ödemeyi onaylamadı. Başka bir kartla dene ya da bankanı ara.',
  'errors.decline.limit': 'Kartın limiti aşıldı. Başka bir kartla dene.',
  'errors.decline.gateway_error': 'Banka ödemeyi işleyemedi. Ücret alınmadı; yeniden dene.',
  'errors.installs.not_entitled': 'Kurmak için önce satın al',
  'errors.installs.permissions_required': 'İzinleri onaylaman gerekiyor', // S5.4
  'errors.installs.agreement_required': 'Kurmak için veri koruma sözleşmesini onayla', // S5.5
  'errors.installs.inputs_invalid': 'Kurulum ayarlarında eksik ya da hatalı alanlar var',
  'errors.installs.busy': 'Bu ürün üzerinde bir iş sürüyor; bitmesini bekle',
  'errors.installs.unfinished': 'Önceki iş yarım kaldı; önce kaldırmayı bitir',
  'errors.installs.not_installed': 'Bu ürün mağazanda kurulu değil',
  'errors.installs.already_installed': 'Bu ürün mağazanda zaten kurulu',
  'errors.installs.unsupported': 'Mağazanda bu ürünün kullandığı yerlerden biri yok',
  'errors.installs.not_for_storefront': 'Bu tema mağazanın vitrin kuşağını desteklemiyor',
  'errors.installs.no_preview': 'Bu platformun önizleme için örnek mağazası yok',
  'errors.installs.failed': 'Kurulum tamamlanamadı; mağazan eski hâlinde',
  'errors.installs.uninstall_failed': 'Kaldırma bitmedi; yeniden dene',
  'errors.installs.store_unreachable': 'Mağazana ulaşılamadı',
  'errors.installs.changed_meanwhile': 'Mağazanda bu yeri başka biri değiştirmiş; ona dokunulmadı',
  'errors.field.required': 'Bu alan zorunlu', // S5.7
  'errors.field.email': 'Geçerli bir e-posta adresi yaz', // S5.7
  'errors.field.min': 'En az {n} karakter olmalı', // S5.7
  'errors.field.max': 'En çok {n} karakter olabilir',
  'errors.field.invalid': 'Bu değer geçerli değil', // S5.7
  'errors.field.card_number': 'Kart numarasını kontrol et',
  'errors.field.cvc': 'Güvenlik kodunu kontrol et',
  'errors.field.expired': 'Kartın süresi dolmuş',
  'errors.field.phone': 'Telefonu ülke koduyla yaz, örneğin +90 5xx xxx xx xx',
  'errors.field.tax_number': 'Vergi numarası 10 hanelidir ya da 11 haneli T.C. kimlik numarasıdır',
  'errors.field.tax_number_missing': { one: 'Vergi numarası 10 hanedir; {count} hane eksik', other: 'Vergi numarası 10 hanedir; {count} hane eksik' },
  'errors.field.identity_number': 'T.C. kimlik numarası geçerli değil',
  'errors.field.zip_code': 'Posta kodu 5 hanelidir',
} as const
