/** What the console's operations refuse with. Put into words on the server. */
export const consoleErrors = {
  'errors.people.sign_in_failed': 'E-posta ya da parola yanlış.',
  'errors.people.code_wrong': 'Kod yanlış. Uygulamadaki yeni kodu yaz.',
  'errors.people.code_over': 'Bu adımın süresi doldu. Yeniden giriş yap.',
  'errors.people.link_over': 'Bu bağlantı artık geçerli değil. Kullanılmış ya da süresi dolmuş olabilir; yenisini iste.',
  'errors.people.passkey_failed': 'Geçiş anahtarı tanınmadı. Yeniden dene ya da parolanla gir.',
  'errors.people.sign_in_again': 'Bunun için oturumun yeni olmalı. Çıkış yapıp yeniden gir.',
  'errors.people.email_taken': 'Bu adresle bir hesap var. Onunla giriş yap.',
  'errors.people.app_code_there': 'Doğrulama uygulaması zaten bağlı.',
  'errors.people.app_code_missing': 'Bağlı bir doğrulama uygulaması yok.',
  'errors.people.not_allowed': 'Rolün bunu yapmaya yetmiyor. Ekibin sahibine ya da yöneticisine sor.',
  'errors.people.other_address': 'Bu davet başka bir adrese gönderildi. O hesapla giriş yap.',
  'errors.people.sign_in_first': 'Bu adresle bir hesap var. Önce giriş yap, sonra daveti kabul et.',
  'errors.people.member_already': 'Bu kişi zaten ekipte.',
  'errors.people.last_owner': 'Ekibin son sahibi ya da yöneticisi değiştirilemez. Önce bir başkasını belirle.',
  'errors.people.not_yourself': 'Kendi rolünü değiştiremezsin; bunu ekipten bir başkası yapar.',
  'errors.field.password_wrong': 'Parola yanlış',
} as const
