import { companyFactsIn, type CompanyFact, type Operator } from '#lib/company-facts.ts'
import { type ByLocale, type Locale, inLanguage } from '#lib/locale.ts'

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
