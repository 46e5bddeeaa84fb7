import type { Text } from '#lib/locale.ts'

/** The source names its categories in English only. */
export const CATEGORY_NAMES: Record<string, Text> = {
  'Store design': { tr: 'Mağaza tasarımı', ar: 'تصميم المتجر' },
  'Customer support': { tr: 'Müşteri desteği', ar: 'خدمة العملاء' },
  'Sales and conversion optimization': { tr: 'Satış ve dönüşüm', ar: 'المبيعات وتحسين التحويل' },
  Marketing: { tr: 'Pazarlama', ar: 'التسويق' },
  'Orders and shipping': { tr: 'Sipariş ve kargo', ar: 'الطلبات والشحن' },
  'Inventory management': { tr: 'Stok yönetimi', ar: 'إدارة المخزون' },
  Productivity: { tr: 'Verimlilik', ar: 'الإنتاجية' },
  'Finding and adding products': { tr: 'Ürün bulma ve ekleme', ar: 'إيجاد المنتجات وإضافتها' },
  'Places to sell': { tr: 'Satış kanalları', ar: 'قنوات البيع' },
  Finances: { tr: 'Finans', ar: 'الشؤون المالية' },
  Reporting: { tr: 'Raporlama', ar: 'التقارير' },
  'Trust and security': { tr: 'Güven ve güvenlik', ar: 'الثقة والأمان' },
}
