import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

export const onShop: OnShop = {
  path: '/',
  works: (page) => page.locator('#cc-main .cm').waitFor(),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/',
      wears: 'minty',
      alt: {
        tr: 'Ana sayfanın köşesinde çerez sorusu: üç düğme',
        en: 'The cookie question in the corner of the home page, with three buttons',
        ar: 'سؤال ملفات الارتباط في زاوية الصفحة الرئيسية وفيه ثلاثة أزرار',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'minty',
      alt: {
        tr: 'Aynı soru telefonda',
        en: 'The same question on a phone',
        ar: 'السؤال نفسه على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products',
      wears: 'minty',
      act: async (page) => {
        await page.locator('#cc-main [data-role=show]').click()
        await page.locator('#cc-main .pm').waitFor()
        await page.waitForTimeout(400)
      },
      alt: {
        tr: 'Çerez ayarları penceresi: gerekli, ölçüm, reklam',
        en: 'The settings dialog: necessary, measuring, advertising',
        ar: 'نافذة الإعدادات: الضرورية والقياس والإعلانات',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      answers: { layout: 'bar' },
      alt: {
        tr: 'Soru alt kenarda, boydan boya',
        en: 'The question as a bar along the bottom',
        ar: 'السؤال شريطًا بعرض الصفحة في الأسفل',
      },
    },
  ],
}
