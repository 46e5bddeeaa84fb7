/** S2.27: the newsletter form in the footer. */
export const newsletter = {
  'newsletter.title': 'Bülten',
  'newsletter.text': 'Yeni uygulamalar ve temalar, ayda bir.',
  'newsletter.email': 'E-posta adresin',
  'newsletter.submit': 'Kaydol',
  'newsletter.sent': 'E-postana bir bağlantı gönderdik. Kaydın, onu onaylayınca başlar.',
} as const
