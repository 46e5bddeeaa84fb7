import { companyFactsIn, type CompanyFact, type Operator } from '#lib/company-facts.ts'
import { type ByLocale, type Locale, inLanguage } from '#lib/locale.ts'
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

const NAMES: ByLocale<Record<CompanyFact, string>> = {
  tr: {
    taxOffice: 'Vergi dairesi',
    taxNumber: 'Vergi numarası',
    vatId: 'KDV numarası',
    register: 'Sicil',
    directors: 'Temsilci',
    mersis: 'MERSİS',
    kep: 'KEP',
    phone: 'Telefon',
  },
  en: {
    taxOffice: 'Tax office',
    taxNumber: 'Tax number',
    vatId: 'VAT ID',
    register: 'Register',
    directors: 'Represented by',
    mersis: 'MERSİS',
    kep: 'KEP',
    phone: 'Phone',
  },
  ar: {
    taxOffice: 'مكتب الضرائب',
    taxNumber: 'الرقم الضريبي',
    vatId: 'الرقم الضريبي لضريبة القيمة المضافة',
    register: 'السجل التجاري',
    directors: 'الممثلون القانونيون',
    mersis: 'MERSİS',
    kep: 'KEP',
    phone: 'الهاتف',
  },
  de: {
    taxOffice: 'Finanzamt',
    taxNumber: 'Steuernummer',
    vatId: 'USt-IdNr.',
    register: 'Registereintrag',
    directors: 'Vertreten durch',
    mersis: 'MERSİS',
    kep: 'KEP',
    phone: 'Telefon',
  },
  es: {
    taxOffice: 'Oficina tributaria',
    taxNumber: 'Número fiscal',
    vatId: 'Número de IVA',
    register: 'Datos registrales',
    directors: 'Representada por',
    mersis: 'MERSİS',
    kep: 'KEP',
    phone: 'Teléfono',
  },
}

/** "USt-IdNr.: DE136695976 · Telefon: +49 30 …"; a dash without any. */
export function factsInWords(operator: Operator, locale: Locale): string {
  const names = inLanguage(NAMES, locale)
  const written = companyFactsIn(operator.country).flatMap((fact) =>
    operator[fact] ? [`${names[fact]}: ${operator[fact]}`] : [],
  )
  return written.join(' · ') || '–'
}
