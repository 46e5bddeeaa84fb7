import type { ListingPlan, PlanKind } from '../../modules/catalog/listing.ts'
import { type Meter, NO_TERMS, type PlanTerms } from '../../modules/catalog/plan-terms.ts'
import type { Currency } from '../../lib/money.ts'
import type { OtherPrices } from '../../modules/catalog/public.ts'
import type { Locale } from '../../lib/locale.ts'

type Words = Record<Locale, string>

interface Facts extends Partial<PlanTerms> {
  kind?: PlanKind
  period?: 'month' | 'year' | null
  price: number
  currency: Currency
  prices?: OtherPrices
  name: Words
  features: readonly Words[]
}

const plan = ({
  kind = 'recurring',
  period = 'month',
  price,
  currency,
  prices,
  name,
  features,
  ...terms
}: Facts): ListingPlan => ({
  kind,
  period,
  amountMinor: price,
  currency,
  ...(prices && { prices }),
  name,
  features: {
    tr: features.map((line) => line.tr),
    en: features.map((line) => line.en),
    ar: features.map((line) => line.ar),
    de: features.map((line) => line.de),
    es: features.map((line) => line.es),
  },
  ...NO_TERMS,
  ...terms,
})

const SETTINGS: Words = {
  tr: 'Bütün ayarlar',
  en: 'Every setting',
  ar: 'كل الإعدادات',
  de: 'Alle Einstellungen',
  es: 'Todos los ajustes',
}
const UPDATES: Words = {
  tr: 'Abonelik sürdükçe bütün yeni sürümler',
  en: 'Every new version while you subscribe',
  ar: 'كل الإصدارات الجديدة ما دام الاشتراك ساريًا',
  de: 'Alle neuen Versionen, solange das Abo läuft',
  es: 'Todas las versiones nuevas mientras dure la suscripción',
}
const answersIn = (days: 1 | 2): Words =>
  days === 1
    ? {
        tr: 'Sorulara bir iş gününde yanıt',
        en: 'Questions answered within one working day',
        ar: 'جواب عن الأسئلة خلال يوم عمل واحد',
        de: 'Antwort auf Fragen binnen eines Werktags',
        es: 'Respuesta a las preguntas en un día laborable',
      }
    : {
        tr: 'Sorulara iki iş gününde yanıt',
        en: 'Questions answered within two working days',
        ar: 'جواب عن الأسئلة خلال يومي عمل',
        de: 'Antwort auf Fragen binnen zwei Werktagen',
        es: 'Respuesta a las preguntas en dos días laborables',
      }
const TWO_MONTHS_FREE: Words = {
  tr: 'On iki ay, on ayın fiyatına',
  en: 'Twelve months for the price of ten',
  ar: 'اثنا عشر شهرًا بسعر عشرة',
  de: 'Zwölf Monate zum Preis von zehn',
  es: 'Doce meses al precio de diez',
}
const MONTHLY: Words = {
  tr: 'Aylık',
  en: 'Monthly',
  ar: 'شهرية',
  de: 'Monatlich',
  es: 'Mensual',
}
const YEARLY: Words = {
  tr: 'Yıllık',
  en: 'Yearly',
  ar: 'سنوية',
  de: 'Jährlich',
  es: 'Anual',
}

const notifications = (included: number): Meter => ({
  key: 'notifications',
  name: {
    tr: 'bildirim',
    en: 'notifications',
    ar: 'إشعارات',
    de: 'Benachrichtigungen',
    es: 'notificaciones',
  },
  included,
  tiers: [{ upTo: null, priceMinor: 2, per: 1 }],
})

const NOTICES: readonly ListingPlan[] = [
  plan({
    price: 9_990,
    currency: 'TRY',
    prices: { EUR: 210, SAR: 950, USD: 250 },
    name: { tr: 'Küçük', en: 'Small', ar: 'صغيرة', de: 'Klein', es: 'Pequeño' },
    features: [SETTINGS, UPDATES],
    trialDays: 14,
    meters: [notifications(5_000)],
    capMinor: 10_000,
  }),
  plan({
    price: 24_990,
    currency: 'TRY',
    prices: { EUR: 520, SAR: 2_350, USD: 620 },
    name: { tr: 'Büyüyen', en: 'Growing', ar: 'نامية', de: 'Wachsend', es: 'En crecimiento' },
    features: [SETTINGS, UPDATES, answersIn(2)],
    trialDays: 14,
    meters: [notifications(20_000)],
    capMinor: 25_000,
  }),
  plan({
    price: 54_990,
    currency: 'TRY',
    prices: { EUR: 1_150, SAR: 5_200, USD: 1_350 },
    name: { tr: 'Büyük', en: 'Large', ar: 'كبيرة', de: 'Groß', es: 'Grande' },
    features: [SETTINGS, UPDATES, answersIn(1)],
    trialDays: 14,
    meters: [notifications(60_000)],
    capMinor: 50_000,
  }),
  plan({
    period: 'year',
    price: 249_900,
    currency: 'TRY',
    prices: { EUR: 5_200, SAR: 23_500, USD: 6_200 },
    name: {
      tr: 'Büyüyen, yıllık',
      en: 'Growing, yearly',
      ar: 'نامية، سنوية',
      de: 'Wachsend, jährlich',
      es: 'En crecimiento, anual',
    },
    features: [TWO_MONTHS_FREE, SETTINGS, UPDATES, answersIn(2)],
    trialDays: 14,
    meters: [notifications(240_000)],
    capMinor: 250_000,
  }),
]

const FINDER: readonly ListingPlan[] = [
  plan({
    price: 1_900,
    currency: 'SAR',
    prices: { EUR: 450, TRY: 19_900, USD: 490 },
    name: MONTHLY,
    features: [SETTINGS, UPDATES, answersIn(2)],
    trialDays: 14,
  }),
  plan({
    period: 'year',
    price: 19_000,
    currency: 'SAR',
    prices: { EUR: 4_500, TRY: 199_000, USD: 4_900 },
    name: YEARLY,
    features: [TWO_MONTHS_FREE, SETTINGS, UPDATES, answersIn(2)],
    trialDays: 14,
  }),
]

const VITALS: readonly ListingPlan[] = [
  plan({
    kind: 'usage',
    period: null,
    price: 0,
    currency: 'TRY',
    name: {
      tr: 'Kullandıkça',
      en: 'By use',
      ar: 'حسب الاستخدام',
      de: 'Nach Nutzung',
      es: 'Por uso',
    },
    features: [SETTINGS, UPDATES],
    meters: [
      {
        key: 'measured_pages',
        name: {
          tr: 'ölçülen sayfa',
          en: 'measured pages',
          ar: 'صفحات مقيسة',
          de: 'gemessene Seiten',
          es: 'páginas medidas',
        },
        included: 1_000,
        tiers: [
          { upTo: 9_000, priceMinor: 1_000, per: 1_000 },
          { upTo: null, priceMinor: 500, per: 1_000 },
        ],
      },
    ],
    capMinor: 45_000,
  }),
]

const TIDY_PHONE: readonly ListingPlan[] = [
  plan({
    price: 190,
    currency: 'USD',
    prices: { TRY: 7_990 },
    name: MONTHLY,
    features: [SETTINGS, UPDATES, answersIn(1)],
    trialDays: 7,
    trialNeedsCard: true,
  }),
]

/** What subscriptions the demo's apps have, by prefix. All others are free or paid for once. */
export const PLANS: Readonly<Partial<Record<string, readonly ListingPlan[]>>> = {
  finder: FINDER,
  notices: NOTICES,
  'tidy-phone': TIDY_PHONE,
  vitals: VITALS,
}
