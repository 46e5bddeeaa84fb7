/** Mails about a site that moves. */
export const moveMails = {
  'mails.move_code.subject': '{domain} taşınıyor mu? Doğrulama kodun',
  'mails.move_code.lead':
    'Biri {from} mağazasını {to} adresine taşımak istiyor; satın alınanlar ve kurulanlar da oraya geçer. Bu sensen ekrana şu kodu yaz:',
  'mails.move_code.footnote':
    'Kod 5 dakika geçerlidir. Sen değilsen bir şey yapman gerekmez: kod olmadan kimse {from} mağazasını taşıyamaz. Kodu kimseye verme.',
  'mails.moved.subject': 'Mağazan artık {to} adresinde',
  'mails.moved.lead':
    '{from} mağazan {to} adresine taşındı. Satın aldıkların ve kurdukların yeni adrestedir; bundan sonra giriş kodları da yeni sitenin e-postasına gider.',
  'mails.moved.what':
    'Yeni adreste eksik kalan parçaları yerine koyuyor, eski adreste duran parçalarımızı kaldırıyoruz. Bütün eski oturumlar kapandı.',
  'mails.moved.not_you': 'Bunu sen yapmadıysan hemen yaz: {address}',
  'mails.moved.look': 'Siteme bak',
} as const
