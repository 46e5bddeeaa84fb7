/** Code on the order pages: explanation and consent. */
export const orderSteps = {
  'order_steps.title': 'Sipariş sayfalarında kod',
  'order_steps.note':
    'Müşterilerin adreslerini ve kartlarını bu sayfalarda yazar. Buradaki kod yazdıklarını görebilir; yalnızca geliştiriciye güveniyorsan onayla.',
  'order_steps.agree':
    'Bu kodun, müşterilerimin adres ve kart yazdığı sayfalarda çalışmasını onaylıyorum.',
  'order_steps.part': '{title} ({place})',
  'order_steps.kept':
    'Onayın kodun özetiyle saklanır, “Sayfalarında çalışan kodlar” listende görünür.',
  'order_steps.newly': 'Sipariş sayfalarına yeni kod',
  'data_notice.title': 'Verilerin hakkında bilgi',
  'data_notice.text':
    'Kurulum için hesabının adı ve e-postası ile mağazanın adresi işlenir. Ürün yalnızca yukarıda yazan yerlere ve haklara ulaşır; reklam için kullanılmaz. Bu bir bilgidir, onayın istenmez.',
  'data_notice.whole': 'Hepsini oku',
  'consents.title': 'Onayların',
  'consents.note': 'Her kutu ayrı bir onaydır; hiçbiri işaretli gelmez.',
} as const
