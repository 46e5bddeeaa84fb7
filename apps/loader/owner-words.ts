/** What the owner's panel says on their own site. Only there: shoppers never load it. */
export const OWNER_WORDS = {
  tr: {
    title: 'Arasta kontrol', close: 'Kapat', page: 'Bu sayfa', by: 'Belirleyen', own: 'sayfanın kendisi', rule: 'senin kuralın', none: 'hiçbir kural',
    pages: { home: 'ana sayfa', list: 'ürün listesi', product: 'ürün sayfası', cart: 'sepet', 'member-confirmation': 'üyelik onayı', other: 'başka bir sayfa' },
    signed: 'İmza', yes: 'doğrulandı', no: 'tutmuyor', unknown: 'tarayıcı denetleyemiyor', parts: 'Parçalar', of: 'bu sayfada', set: 'Küme', troubles: 'Sorunlar', fine: 'yok',
    nothing: 'Ayarlar alınamadı. Sitenin güvenlik politikasında connect-src satırını kontrol et.',
    choose: 'Bu sayfanın türünü seç', path: 'Adres kalıbı (* her şey demek)', has: 'Yalnızca şu öğenin olduğu sayfalar', into: 'Bloklar şu öğenin sonuna', pick: 'Tıklayarak seç', picking: 'Sayfada bir öğeye tıkla. Vazgeçmek için Esc.',
    save: 'Kuralı kaydet', saved: 'Kaydedildi. Sayfa yenileniyor.', failed: 'Kaydedilemedi. Bağlantının süresi dolmuş olabilir: mağazadan yenisini aç.',
  },
  en: {
    title: 'Arasta check', close: 'Close', page: 'This page is', by: 'Decided by', own: 'the page itself', rule: 'your rule', none: 'no rule',
    pages: { home: 'the home page', list: 'a product list', product: 'a product page', cart: 'the cart', 'member-confirmation': 'the membership confirmation', other: 'another page' },
    signed: 'Signature', yes: 'checked', no: 'does not fit', unknown: 'this browser cannot check', parts: 'Parts', of: 'on this page', set: 'Set', troubles: 'Trouble', fine: 'none',
    nothing: 'The settings did not arrive. Look at connect-src in your site\u2019s security policy.',
    choose: 'Say what this page is', path: 'Address pattern (* stands for anything)', has: 'Only pages that have this element', into: 'Blocks go at the end of this element', pick: 'Choose by clicking', picking: 'Click an element of the page. Esc to give up.',
    save: 'Save the rule', saved: 'Saved. The page reloads.', failed: 'Could not be saved. The link may be too old: open a new one from the market.',
  },
  ar: {
    title: 'فحص أراستا', close: 'إغلاق', page: 'هذه الصفحة', by: 'حدّدها', own: 'الصفحة نفسها', rule: 'قاعدتك', none: 'لا قاعدة',
    pages: { home: 'الصفحة الرئيسية', list: 'قائمة منتجات', product: 'صفحة منتج', cart: 'السلة', 'member-confirmation': 'تأكيد العضوية', other: 'صفحة أخرى' },
    signed: 'التوقيع', yes: 'صحيح', no: 'غير مطابق', unknown: 'المتصفح لا يستطيع التحقق', parts: 'الأجزاء', of: 'في هذه الصفحة', set: 'المجموعة', troubles: 'مشكلات', fine: 'لا شيء',
    nothing: 'لم تصل الإعدادات. راجع سطر connect-src في سياسة أمان موقعك.',
    choose: 'حدّد نوع هذه الصفحة', path: 'نمط العنوان (* تعني أي شيء)', has: 'فقط الصفحات التي فيها هذا العنصر', into: 'تُضاف الأجزاء في نهاية هذا العنصر', pick: 'اختر بالنقر', picking: 'انقر عنصرًا في الصفحة. Esc للإلغاء.',
    save: 'احفظ القاعدة', saved: 'حُفظت. يُعاد تحميل الصفحة.', failed: 'تعذّر الحفظ. ربما انتهت صلاحية الرابط: افتح رابطًا جديدًا من المتجر.',
  },
} as const
