/** Sign-in with the shop's address (S2.20, S2.21). */
export const connect = {
  'connect.title': 'Mağazanın adresiyle gir',
  'connect.lead':
    'Adresi yaz; mağaza sahibine e-postayla 6 haneli bir kod gider. Parola yok, üyelik yok.',
  'connect.address': 'Mağazanın adresi',
  'connect.address_hint': 'Alan adı ya da mağazanın herhangi bir sayfasının adresi olur.',
  'connect.send': 'Kod gönder',
  'connect.forgot':
    'Bu tarayıcı beklediğin kodu hatırlamıyor: ya çerezleri kapalı ya da kodun süresi doldu. Çerezlere izin ver, sonra adresi yeniden yaz.',
  'connect.going_on': 'Girince kaldığın yerden devam edersin.',
  'connect.panel_title': 'Panelinden gel',
  'connect.first_time':
    '{market} mağazanı, sahibi {platform} panelinden bir kez geldiğinde tanır. Daha önce hiç gelmediysen kod gelmez: ilkinde bu yoldan gir.',
  'connect.no_mail': 'Kod gelmedi mi?',
  'connect.no_mail.wait': 'Bir iki dakika bekle, gereksiz e-postalara da bak.',
  'connect.no_mail.address':
    'Adresin doğru olduğuna bak: {host}. Mağazanın bu platformdaki adresi olmalı.',
  'connect.code_title': 'Kodu yaz',
  'connect.sent':
    '{host}, {platform} üzerindeyse ve sahibi {market_yi} panelinden bir kez açtıysa, platformda kayıtlı e-posta adresine 6 haneli bir kod gönderdik. Hangi adres olduğunu burada söylemiyoruz.',
  'connect.code': '6 haneli kod',
  'connect.code_hint': '5 dakika geçerli. Gelmediyse gereksiz e-postalara da bak.',
  'connect.code.slow': '12 haneli kod',
  'connect.code_hint.slow': 'Son e-postadaki kod bir saat geçerli. Gereksiz e-postalara da bak.',
  'connect.slow':
    'Bu mağaza için çok kod istendi. Mağaza sahibinin posta kutusu dolmasın diye saatte bir e-posta gönderiyoruz: en son gelendeki 12 haneli kod burada geçer.',
  'connect.enter': 'Gir',
  'connect.resend': 'Kodu yeniden gönder',
  'connect.resend_in': '{seconds} sn sonra yeniden',
  'connect.resent': 'Kodu yeniden gönderdik. Önceki e-postadaki kod da geçer.',
  'connect.other': 'Başka bir adres yaz',
  'connect.signed_in': 'Bu tarayıcıda şimdi {domain} açık.',
  'connect.go_on': '{domain} ile devam et',
  'connect.replaces':
    'Kodu yazıp girersen {domain} bu tarayıcıda kapanır ve yerine bu mağaza açılır.',
  'connect.enter_replacing': '{domain} yerine gir',
  'errors.field.code': 'Kod 6 ya da 12 rakamdır',
} as const
