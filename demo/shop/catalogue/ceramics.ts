import type { CatalogueProduct } from './product.ts'

export const ceramics: readonly CatalogueProduct[] = [
  {
    slug: 'tulip-vase',
    category: 'ceramics',
    size: '28 × 16 cm',
    price: { TRY: 89000, USD: 4400 },
    name: { tr: 'Lale vazo', en: 'Tulip vase', ar: 'مزهرية الزنبق' },
    line: {
      tr: 'Gece mavisi, ince boyunlu.',
      en: 'Midnight blue with a slender neck.',
      ar: 'زرقاء ليلية بعنق رفيع.',
    },
    about: {
      tr: 'Çarkta tek parça çekilir, iki kez fırınlanır. Boynu dar: tek bir dal bile dik durur. İçi sırlıdır, su sızdırmaz.',
      en: 'Thrown in one piece and fired twice. The narrow neck holds even a single stem upright. Glazed inside: it keeps water.',
      ar: 'تُشكَّل قطعةً واحدة على الدولاب وتُحرق مرتين. عنقها الضيق يُبقي الغصن الواحد واقفًا. مطلية من الداخل فلا تسرّب الماء.',
    },
    material: {
      tr: 'Stoneware kil, mat sır',
      en: 'Stoneware, matt glaze',
      ar: 'خزف حجري بطلاء غير لامع',
    },
  },
  {
    slug: 'tile-plate',
    category: 'ceramics',
    size: 'Ø 30 cm',
    price: { TRY: 64000, USD: 3200 },
    name: { tr: 'Çini tabak', en: 'Painted plate', ar: 'طبق مزخرف' },
    line: {
      tr: 'Sekiz yapraklı desen, el boyaması.',
      en: 'An eight-petal pattern, painted by hand.',
      ar: 'نقش من ثماني بتلات مرسوم باليد.',
    },
    about: {
      tr: 'Servis tabağı da olur, duvar tabağı da: arkasında asma deliği var. Deseni sır altındadır, bulaşık makinesinde solmaz.',
      en: 'Serve from it or hang it: there is a hole for a hook at the back. The pattern lies under the glaze and does not fade.',
      ar: 'للتقديم أو للتعليق: في ظهره ثقب للخطّاف. النقش تحت الطلاء فلا يبهت.',
    },
    material: {
      tr: 'Beyaz kil, sır altı boya',
      en: 'White clay, underglaze colour',
      ar: 'طين أبيض وألوان تحت الطلاء',
    },
  },
  {
    slug: 'striped-bowl',
    category: 'ceramics',
    size: 'Ø 18 cm',
    price: { TRY: 36000, USD: 1800 },
    was: { TRY: 42000, USD: 2100 },
    name: { tr: 'Çizgili kâse', en: 'Striped bowl', ar: 'وعاء مخطط' },
    line: {
      tr: 'Çorbadan meyveye, her gün.',
      en: 'Soup, fruit, every day.',
      ar: 'للحساء والفاكهة وكل يوم.',
    },
    about: {
      tr: 'Derin ve geniş tabanlı; masada devrilmez. Çizgileri fırçayla çekildiği için iki kâse birbirinin aynısı değildir.',
      en: 'Deep, with a wide foot that will not tip. The stripes are drawn with a brush, so no two bowls are alike.',
      ar: 'عميق بقاعدة عريضة لا تميل. الخطوط مرسومة بالفرشاة، فلا يتطابق وعاءان.',
    },
    material: {
      tr: 'Kırmızı kil, parlak sır',
      en: 'Red clay, gloss glaze',
      ar: 'طين أحمر بطلاء لامع',
    },
  },
  {
    slug: 'tea-cup',
    category: 'ceramics',
    size: '240 ml',
    price: { TRY: 24500, USD: 1200 },
    name: { tr: 'Mavi fincan', en: 'Blue cup', ar: 'فنجان أزرق' },
    line: {
      tr: 'Tabağıyla birlikte, sıcak tutan kalın çeper.',
      en: 'With its saucer; thick walls keep it warm.',
      ar: 'مع صحنه، وجداره السميك يحفظ الحرارة.',
    },
    about: {
      tr: 'Kulpu üç parmak alır. Kalın çeperi çayı da kahveyi de uzun süre sıcak tutar.',
      en: 'The handle takes three fingers. The wall is thick, so tea and coffee stay warm for a while.',
      ar: 'مقبضه يتّسع لثلاث أصابع، وجداره السميك يُبقي الشاي والقهوة دافئين مدة أطول.',
    },
    material: { tr: 'Stoneware kil', en: 'Stoneware', ar: 'خزف حجري' },
  },
  {
    slug: 'teapot',
    category: 'ceramics',
    size: '1,1 l',
    price: { TRY: 78000, USD: 3900 },
    name: { tr: 'Turuncu demlik', en: 'Orange teapot', ar: 'إبريق برتقالي' },
    line: {
      tr: 'Damlatmayan ağız, süzgeçli.',
      en: 'A spout that does not drip, strainer inside.',
      ar: 'صنبور لا يقطر، ومصفاة في الداخل.',
    },
    about: {
      tr: 'Ağzı içten süzgeçlidir; dökerken damlatmaz. Kapağı oturur, demliği yana yatırınca düşmez.',
      en: 'The strainer is part of the spout and the lid sits tight: tip it as far as you like.',
      ar: 'المصفاة جزء من الصنبور، والغطاء محكم لا يسقط عند الصب.',
    },
    material: {
      tr: 'Stoneware kil, parlak sır',
      en: 'Stoneware, gloss glaze',
      ar: 'خزف حجري بطلاء لامع',
    },
  },
]
