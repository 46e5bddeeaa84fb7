import type { Texts } from './demo-item.ts'

/** Who lists the demo items. Said on every page of theirs: no endorsement by the projects is meant (D15). */
export const DEMO_PARTNER = {
  slug: 'arasta',
  name: 'Arasta',
  statement: {
    tr: 'Bu ürünü Arasta, açık kaynaklı bir projeyi paketleyerek hazırladı. Fiyatı tanıtım içindir. Projenin sahipleri Arasta’yı desteklemez, onaylamaz; '
      + 'adları ve lisansları aşağıda yazar.',
    en: 'Arasta made this listing by wrapping an open-source project. The price is for demonstration. The project’s authors do not endorse Arasta; '
      + 'their names and licences stand below.',
    ar: 'أعدّت Arasta هذا المنتج بتغليف مشروع مفتوح المصدر. السعر للعرض فقط. لا يعني ذلك أن أصحاب المشروع يدعمون Arasta، '
      + 'وأسماؤهم وتراخيصهم مذكورة أدناه.',
  } satisfies Texts,
} as const
