import type { Articles } from '../article.ts'

/** Who runs the market, with the facts that the law of its country wants. */
export const imprint: Articles = {
  tr: {
    title: 'Künye',
    lead: '{market_yi} kimin işlettiği ve ona nasıl ulaşılacağı.',
    parts: [
      { heading: 'İşleten', paragraphs: ['{operator}', '{address}'], list: ['{mail}'] },
      { heading: 'Şirket bilgileri', paragraphs: ['{facts}'] },
    ],
  },
  en: {
    title: 'Imprint',
    lead: '{imprint_law}',
    parts: [
      { heading: 'Operator', paragraphs: ['{operator}', '{address}'], list: ['{mail}'] },
      { heading: 'Company', paragraphs: ['{facts}'] },
    ],
  },
  ar: {
    title: 'بيانات الشركة',
    lead: '{imprint_law}',
    parts: [
      { heading: 'المشغّل', paragraphs: ['{operator}', '{address}'], list: ['{mail}'] },
      { heading: 'الشركة', paragraphs: ['{facts}'] },
    ],
  },
  de: {
    title: 'Impressum',
    lead: '{imprint_law}',
    parts: [
      { heading: 'Betreiber', paragraphs: ['{operator}', '{address}'], list: ['{mail}'] },
      { heading: 'Unternehmen', paragraphs: ['{facts}'] },
    ],
  },
  es: {
    title: 'Aviso legal',
    lead: 'Quién gestiona {market} y cómo contactar.',
    parts: [
      { heading: 'Titular', paragraphs: ['{operator}', '{address}'], list: ['{mail}'] },
      { heading: 'Empresa', paragraphs: ['{facts}'] },
    ],
  },
}
