/** Code on the pages of the order: what it means, and the box that agrees to it. */
export const orderSteps = {
  'order_steps.title': 'Sipariş sayfalarında kod',
  'order_steps.note': 'Müşterilerin adreslerini ve kartlarını bu sayfalarda yazar. Buradaki kod yazdıklarını görebilir; yalnızca geliştiriciye güveniyorsan onayla.',
  'order_steps.agree': 'Bu kodun, müşterilerimin adres ve kart yazdığı sayfalarda çalışmasını onaylıyorum.',
  'order_steps.part': '{title}: {place}',
  'order_steps.kept': 'Onayın kodun özetiyle saklanır, “Sayfalarında çalışan kodlar” listende görünür.',
  'order_steps.newly': 'Sipariş sayfalarına yeni kod',
} as const
