/** Mails about contact and newsletter. Server only. */
export const contactMails = {
  'contact.mail.subject': 'İletişim formu: {subject}',
  'contact.mail.note': 'Gönderenin adresi doğrulanmadı. Yanıtla dediğinde ona gider. Kayıt: {id}',
  'newsletter.mail.subject': 'Bülten kaydını onayla',
  'newsletter.mail.text':
    'Bu adresle {market} bültenine kaydolmak istendi. Sen istediysen onayla; bağlantı 72 saat geçerli.',
  'newsletter.mail.action': 'Kaydı onayla',
  'newsletter.mail.note':
    'Bunu sen istemediysen bir şey yapmana gerek yok; onaylamadıkça bülten gelmez.',
  'newsletter.mail.known_subject': 'Bültene zaten kayıtlısın',
  'newsletter.mail.known_text':
    'Bu adresle {market} bültenine yeniden kaydolmak istendi. Kaydın zaten var; bir şey yapmana gerek yok.',
  'newsletter.mail.leave': 'Bültenden ayrıl',
  'newsletter.mail.welcome_subject': 'Bülten kaydın tamam',
  'newsletter.mail.welcome_text':
    'Onayını aldık. İstediğin an aşağıdaki bağlantıyla ayrılabilirsin; e-posta programının kendi düğmesi de iş görür.',
} as const
