import type { Articles } from '../article.ts'

/** Version 2026-11-21. */
export const refunds: Articles = {
  tr: {
    title: 'İptal ve iade',
    lead: 'Ne zaman para geri döner, nasıl istenir. Sürüm: 21.11.2026.',
    parts: [
      {
        heading: 'Kurulamayan ürün',
        paragraphs: [
          'Ürün, satıcıdan kaynaklanan bir nedenle mağazana kurulamıyorsa ödediğinin tamamı geri ödenir.',
        ],
      },
      {
        heading: 'Çalışmayan ürün',
        paragraphs: [
          'Ürün sayfasında yazdığı gibi çalışmıyorsa düzeltilmesini ya da paranı isteyebilirsin. Ayıplı mal hakların saklıdır.',
        ],
      },
      {
        heading: 'Anında teslim edilen içerik',
        paragraphs: [
          'Onayınla anında teslim edilen dijital içerikte cayma hakkı yoktur (Mesafeli Sözleşmeler Yönetmeliği m. 15/1-ğ). Bu, ödemeden önce ayrıca sorulur ve onayın siparişle saklanır.',
        ],
      },
      {
        heading: 'İade olunca',
        paragraphs: [
          'Para, ödediğin karta döner. Tam iadede ürün, haber verildikten 7 gün sonra mağazandan kaldırılır; kısmi iadede kalır.',
        ],
      },
      {
        heading: 'Nasıl istenir',
        paragraphs: ['Sipariş numaranla {mail} adresine ya da iletişim formundan yaz.'],
        links: [{ href: '/contact', name: 'İletişim' }],
      },
    ],
  },
  en: {
    title: 'Cancellation and refunds',
    lead: 'When money goes back, and how to ask for it. Version of 21 November 2026.',
    parts: [
      {
        heading: 'An item that cannot be installed',
        paragraphs: [
          'If an item cannot be installed on your shop for a reason on the seller’s side, you get back all you paid.',
        ],
      },
      {
        heading: 'An item that does not work',
        paragraphs: [
          'If it does not do what its page says, you may ask for it to be mended or for your money. Your rights in the case of a defective item are not affected.',
        ],
      },
      {
        heading: 'What is delivered at once',
        paragraphs: [
          'There is no right of withdrawal from digital content that is delivered at once with your approval (Regulation on Distance Contracts, art. 15/1-ğ). You are asked for that before paying, and your approval is kept with the order.',
        ],
      },
      {
        heading: 'After a refund',
        paragraphs: [
          'The money goes back to the card you paid with. After a full refund the item is taken off your shop 7 days after you are told; after a partial one it stays.',
        ],
      },
      {
        heading: 'How to ask',
        paragraphs: ['Write to {mail} or by the contact form, with the number of your order.'],
        links: [{ href: '/contact', name: 'Contact' }],
      },
    ],
  },
  ar: {
    title: 'الإلغاء والاسترداد',
    lead: 'متى يعود المال وكيف تطلبه. نسخة 21-11-2026.',
    parts: [
      {
        heading: 'منتج لا يمكن تثبيته',
        paragraphs: ['إن تعذّر تثبيت المنتج في متجرك لسبب من جهة البائع أُعيد إليك كل ما دفعته.'],
      },
      {
        heading: 'منتج لا يعمل',
        paragraphs: [
          'إن لم يعمل كما تقول صفحته فلك أن تطلب إصلاحه أو مالك. وحقوقك عند العيب محفوظة.',
        ],
      },
      {
        heading: 'ما يُسلَّم في الحال',
        paragraphs: [
          'لا حق عدول عن محتوى رقمي يُسلَّم في الحال بموافقتك (لائحة العقود عن بُعد، المادة 15/1-ğ). تُسأل عن ذلك قبل الدفع وتُحفظ موافقتك مع الطلب.',
        ],
      },
      {
        heading: 'بعد الاسترداد',
        paragraphs: [
          'يعود المال إلى البطاقة التي دفعت بها. وبعد الاسترداد الكامل يُزال المنتج من متجرك بعد 7 أيام من إخبارك؛ وبعد الجزئي يبقى.',
        ],
      },
      {
        heading: 'كيف تطلب',
        paragraphs: ['راسل {mail} أو استخدم نموذج التواصل مع رقم طلبك.'],
        links: [{ href: '/contact', name: 'التواصل' }],
      },
    ],
  },
}
