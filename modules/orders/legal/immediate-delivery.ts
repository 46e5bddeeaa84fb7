import type { Locale } from '#lib/locale.ts'
import type { LegalText } from './legal-text.ts'

/**
 * Regulation on Distance Contracts (Türkiye), art. 15/1-ğ: a consumer asks for delivery at once,
 * knowing that the right of withdrawal ends with it.
 */
export const immediateDelivery: Record<Locale, LegalText> = {
  tr: {
    id: 'immediate-delivery',
    title: 'Hemen teslim onayı',
    parts: [
      {
        heading: 'Ne onaylanıyor',
        text: 'Ürünün, 14 günlük cayma süresinin dolması beklenmeden, ödemenin hemen ardından mağazama teslim edilmesini istiyorum. Elektronik ortamda anında teslim edilen dijital içerikte cayma hakkımın bu teslimle sona ereceğini biliyorum (Mesafeli Sözleşmeler Yönetmeliği, m. 15/1-ğ).',
      },
      {
        heading: 'Neyi değiştirmez',
        text: 'Ürün ayıplıysa ya da satıcıdan kaynaklanan bir sebeple kurulamıyorsa haklarım sürer; bedelin geri ödenmesini isteyebilirim.',
      },
    ],
  },
  en: {
    id: 'immediate-delivery',
    title: 'Approval of immediate delivery',
    parts: [
      {
        heading: 'What is approved',
        text: 'I ask for the item to be delivered to my shop right after the payment, without waiting for the 14 days of withdrawal to pass. I know that with this delivery my right of withdrawal from digital content delivered at once by electronic means ends (Turkish Regulation on Distance Contracts, art. 15/1-ğ).',
      },
      {
        heading: 'What it does not change',
        text: 'If the item is defective, or cannot be installed for a reason on the seller’s side, my rights remain: I can ask for the price back.',
      },
    ],
  },
  ar: {
    id: 'immediate-delivery',
    title: 'الموافقة على التسليم الفوري',
    parts: [
      {
        heading: 'على ماذا تُعطى الموافقة',
        text: 'أطلب تسليم المنتج إلى متجري بعد الدفع مباشرة دون انتظار انقضاء مدة العدول البالغة 14 يومًا. وأعلم أن حقي في العدول عن المحتوى الرقمي المُسلَّم إلكترونيًا في الحال ينتهي بهذا التسليم (لائحة العقود عن بُعد التركية، المادة 15/1-ğ).',
      },
      {
        heading: 'ما الذي لا تغيّره',
        text: 'إذا كان المنتج معيبًا أو تعذّر تثبيته لسبب من جهة البائع تبقى حقوقي قائمة ولي أن أطلب استرداد الثمن.',
      },
    ],
  },
}
