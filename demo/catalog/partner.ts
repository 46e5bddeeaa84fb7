import type { Texts } from './demo-item.ts'

/**
 * Who lists the demo items. Said on every page of theirs: no endorsement by the projects is meant
 * (D15).
 */
export const DEMO_PARTNER = {
  slug: 'arasta',
  name: 'Arasta',
  statement: {
    tr:
      'Bu ürünü Arasta, açık kaynaklı bir projeyi paketleyerek hazırladı; fiyatı tanıtım içindir. ' +
      'Projenin sahiplerince onaylandığı anlamına gelmez; adları ve lisansı bu sayfada yazar.',
    en:
      'Arasta made this listing by wrapping an open-source project and priced it for demonstration. ' +
      'It is not endorsed by the project; its authors and licence are named on this page.',
    ar:
      'أعدّت Arasta هذا المنتج بتغليف مشروع مفتوح المصدر، وسعره للعرض فقط. ' +
      'لا يعني ذلك أن أصحاب المشروع اعتمدوه، وأسماؤهم وترخيصه مذكورة في هذه الصفحة.',
  } satisfies Texts,
} as const
