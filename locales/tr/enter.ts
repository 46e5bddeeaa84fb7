/** The ways to sign in. */
export const enter = {
  'enter.platform.any_site': 'Her site',
  'enter.title': 'Mağazanla gir',
  'enter.intro': 'Ayrı bir üyelik ya da parola yoktur. İki yol var:',
  'enter.by_panel': 'Panelinden',
  'enter.by_site': 'Siteni ilk kez bağla',
  'enter.by_site_note':
    'Sitenin senin olduğunu bir kayıt, bir dosya ya da bir etiketle gösterirsin. Beş dakika sürer.',
  'enter.by_wordpress_note':
    'Adresini yazarsın, eklentimizi kurarsın, WordPress’te onaylarsın. Beş dakika sürer.',
  'enter.site': 'Siteni bağla',
  'enter.by_address': 'Mağazanın adresiyle',
  'enter.other_platform': 'Mağazan başka bir altyapıda mı?',
  'enter.by_address_note': 'Panele gitmeden: adresi yaz, mağaza sahibine gelen kodla gir.',
  'enter.address': 'Adresi yaz',
  'enter.step.panel': '{platform} yönetim panelini aç.',
  'enter.step.menu': 'Menüden uygulama ve temalar bölümüne geç.',
  'enter.step.back': '{market} orada mağazanla açılır; satın alıp kurabilirsin.',
  'enter.panel': 'Panele git',
  'enter.close': 'Kapat',
} as const
