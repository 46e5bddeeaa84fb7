import { EU_COUNTRIES } from '#lib/countries.ts'
import type { ByLocale, Locale } from '#lib/locale.ts'

/**
 * The sentences of legal texts that depend on the law of the operator's country. The texts of
 * `general.ts` and of the storefront's articles name them in braces. They are templates: an
 * operator has them checked before opening (docs/decisions/0053-country-facts.md).
 */
export interface Clauses {
  /** Of consumers, whose item is delivered at once. */
  withdrawal: string
  withdrawal_approval: string
  complaints: string
  applicable_law: string
  /** Grounds of data protection: a contract, a legal duty, a legitimate interest, consent. */
  ground_contract: string
  ground_duty: string
  ground_interest: string
  ground_consent: string
  privacy_law: string
  data_rights: string
  imprint_law: string
}

type Law = ByLocale<Clauses>
type PartOfLaw = { [Language in Locale]?: Partial<Clauses> }

const GENERAL: Law = {
  en: {
    withdrawal:
      'Where the law of the buyer’s country gives consumers a right of withdrawal, it ends when the digital content is delivered at once with the buyer’s express approval.',
    withdrawal_approval:
      'I ask for the item to be delivered to my shop right after the payment. I know that a right of withdrawal that the law gives me ends with this delivery.',
    complaints:
      'Write to us first with a complaint. The rights that the law gives to consumers are not affected.',
    applicable_law:
      'The law of the country in which the seller is established applies. Mandatory rights of consumers in their own country are not affected.',
    ground_contract: 'Contract',
    ground_duty: 'Legal duty',
    ground_interest: 'Legitimate interest',
    ground_consent: 'Consent; you can take it back at any time',
    privacy_law: 'Information about the processing of personal data.',
    data_rights:
      'You may ask for your data, have it corrected or erased, and object, as far as the law of your country provides. Write to {mail}; you get an answer within one month. You may also turn to the data protection authority.',
    imprint_law: 'Who runs {market} and how to reach them.',
  },
  de: {
    withdrawal:
      'Soweit das Recht am Ort des Käufers Verbrauchern ein Widerrufsrecht gibt, erlischt es, wenn der digitale Inhalt mit ausdrücklicher Zustimmung des Käufers sofort bereitgestellt wird.',
    withdrawal_approval:
      'Ich verlange, dass der Artikel gleich nach der Zahlung in meinem Shop bereitgestellt wird. Mir ist bekannt, dass ein gesetzliches Widerrufsrecht damit erlischt.',
    complaints:
      'Beschwerden richten Sie bitte zuerst an uns. Gesetzliche Rechte von Verbrauchern bleiben unberührt.',
    applicable_law:
      'Es gilt das Recht des Landes, in dem der Verkäufer niedergelassen ist. Zwingende Rechte von Verbrauchern in ihrem Land bleiben unberührt.',
    ground_contract: 'Vertrag',
    ground_duty: 'Rechtliche Verpflichtung',
    ground_interest: 'Berechtigtes Interesse',
    ground_consent: 'Einwilligung; jederzeit widerrufbar',
    privacy_law: 'Informationen über die Verarbeitung personenbezogener Daten.',
    data_rights:
      'Sie können Auskunft über Ihre Daten, deren Berichtigung oder Löschung verlangen und der Verarbeitung widersprechen, soweit das Recht Ihres Landes es vorsieht. Schreiben Sie an {mail}; Sie erhalten innerhalb eines Monats Antwort. Sie können sich auch an die Datenschutzbehörde wenden.',
    imprint_law: 'Wer {market} betreibt und wie der Betreiber zu erreichen ist.',
  },
  ar: {
    withdrawal:
      'حيث يمنح قانون بلد المشتري المستهلكَ حق العدول، ينتهي هذا الحق عند تسليم المحتوى الرقمي فورًا بموافقة المشتري الصريحة.',
    withdrawal_approval:
      'أطلب تسليم المنتج إلى متجري فور الدفع، وأعلم أن أي حق في العدول يمنحني إياه القانون ينتهي بهذا التسليم.',
    complaints: 'راسلنا أولًا عند أي شكوى. ولا تُمس الحقوق التي يمنحها القانون للمستهلك.',
    applicable_law:
      'يسري قانون البلد الذي يوجد فيه مقر البائع، ولا تُمس الحقوق الإلزامية للمستهلك في بلده.',
    ground_contract: 'العقد',
    ground_duty: 'التزام قانوني',
    ground_interest: 'مصلحة مشروعة',
    ground_consent: 'رضاك؛ ولك سحبه متى شئت',
    privacy_law: 'معلومات عن معالجة البيانات الشخصية.',
    data_rights:
      'لك أن تطّلع على بياناتك وتصححها وتمحوها وتعترض على معالجتها بقدر ما يتيحه قانون بلدك. راسل {mail} وستصلك إجابة خلال شهر. ولك أيضًا أن تتوجه إلى الجهة المختصة بحماية البيانات.',
    imprint_law: 'من يدير {market} وكيف تتواصل معه.',
  },
}

/** Directive 2011/83/EU and Regulation (EU) 2016/679. */
const EUROPEAN: PartOfLaw = {
  en: {
    withdrawal:
      'Consumers may withdraw from a contract within 14 days. For digital content the right ends when the delivery begins with the consumer’s express approval and acknowledgement (Directive 2011/83/EU, article 16 (m)). Companies have no right of withdrawal.',
    withdrawal_approval:
      'I expressly ask for the item to be delivered to my shop right after the payment, before the 14 days of withdrawal have passed. I know that my right of withdrawal ends with this delivery (Directive 2011/83/EU, article 16 (m)).',
    ground_contract: 'Contract, art. 6 (1) (b) GDPR',
    ground_duty: 'Legal duty, art. 6 (1) (c) GDPR',
    ground_interest: 'Legitimate interest, art. 6 (1) (f) GDPR',
    ground_consent: 'Consent, art. 6 (1) (a) GDPR; you can take it back at any time',
    privacy_law: 'Information under articles 13 and 14 of the GDPR.',
    data_rights:
      'You have the right of access, rectification, erasure, restriction and portability, and may object to processing on grounds of legitimate interest (articles 15 to 21 GDPR). Write to {mail}; you get an answer within one month. You may lodge a complaint with a supervisory authority (article 77 GDPR).',
  },
  de: {
    withdrawal:
      'Verbraucher können einen Vertrag innerhalb von 14 Tagen widerrufen. Bei digitalen Inhalten erlischt das Widerrufsrecht, wenn die Bereitstellung mit ausdrücklicher Zustimmung und Kenntnisnahme des Verbrauchers beginnt (Art. 16 Buchst. m Richtlinie 2011/83/EU). Unternehmen haben kein Widerrufsrecht.',
    withdrawal_approval:
      'Ich verlange ausdrücklich, dass der Artikel gleich nach der Zahlung und vor Ablauf der Widerrufsfrist von 14 Tagen in meinem Shop bereitgestellt wird. Mir ist bekannt, dass mein Widerrufsrecht damit erlischt (Art. 16 Buchst. m Richtlinie 2011/83/EU).',
    ground_contract: 'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO',
    ground_duty: 'Rechtliche Verpflichtung, Art. 6 Abs. 1 Buchst. c DSGVO',
    ground_interest: 'Berechtigtes Interesse, Art. 6 Abs. 1 Buchst. f DSGVO',
    ground_consent: 'Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO; jederzeit widerrufbar',
    privacy_law: 'Informationen nach Art. 13 und 14 DSGVO.',
    data_rights:
      'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Datenübertragbarkeit und können einer Verarbeitung aufgrund berechtigter Interessen widersprechen (Art. 15 bis 21 DSGVO). Schreiben Sie an {mail}; Sie erhalten innerhalb eines Monats Antwort. Sie können sich bei einer Aufsichtsbehörde beschweren (Art. 77 DSGVO).',
  },
}

const BY_COUNTRY: Readonly<Record<string, PartOfLaw>> = {
  DE: {
    en: {
      withdrawal:
        'Consumers (section 13 of the German Civil Code, BGB) may withdraw from the contract within 14 days. For digital content the right ends when the delivery begins with the consumer’s express approval and the knowledge that it ends (section 356 (5) BGB). Companies (section 14 BGB) have no right of withdrawal.',
      withdrawal_approval:
        'I expressly approve that the delivery begins right after the payment, before the withdrawal period of 14 days has passed. I know that my right of withdrawal ends when the delivery begins (section 356 (5) BGB).',
      complaints:
        'Write to us first with a complaint. We are neither willing nor obliged to take part in dispute resolution before a consumer arbitration board (section 36 of the German act on consumer dispute resolution, VSBG).',
      applicable_law:
        'German law applies, without the UN Convention on Contracts for the International Sale of Goods. Mandatory rights of consumers in the country where they live are not affected.',
      imprint_law: 'Information under section 5 of the German digital services act (DDG).',
    },
    de: {
      withdrawal:
        'Verbraucher (§ 13 BGB) können den Vertrag innerhalb von 14 Tagen widerrufen. Bei digitalen Inhalten erlischt das Widerrufsrecht, wenn die Bereitstellung mit ausdrücklicher Zustimmung des Verbrauchers und in Kenntnis des Erlöschens begonnen hat (§ 356 Abs. 5 BGB). Unternehmer (§ 14 BGB) haben kein Widerrufsrecht.',
      withdrawal_approval:
        'Ich stimme ausdrücklich zu, dass die Bereitstellung gleich nach der Zahlung und vor Ablauf der Widerrufsfrist von 14 Tagen beginnt. Mir ist bekannt, dass mein Widerrufsrecht mit Beginn der Bereitstellung erlischt (§ 356 Abs. 5 BGB).',
      complaints:
        'Beschwerden richten Sie bitte zuerst an uns. Zur Teilnahme an einem Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle sind wir weder bereit noch verpflichtet (§ 36 VSBG).',
      applicable_law:
        'Es gilt deutsches Recht unter Ausschluss des UN-Kaufrechts. Zwingende Rechte von Verbrauchern in dem Land, in dem sie wohnen, bleiben unberührt.',
      imprint_law: 'Angaben nach § 5 DDG.',
    },
  },
  SA: {
    en: {
      withdrawal:
        'The right to cancel within seven days (E-Commerce Law of Saudi Arabia, article 13) does not cover software and digital content that was delivered and can be used. It is not affected where the item differs from its description.',
      withdrawal_approval:
        'I ask for the item to be delivered to my shop right after the payment. I know that I cannot cancel the purchase of digital content after this delivery (E-Commerce Law of Saudi Arabia, article 13).',
      complaints:
        'Write to us first with a complaint. You may also turn to the Ministry of Commerce of Saudi Arabia.',
      applicable_law: 'The laws of the Kingdom of Saudi Arabia apply.',
      privacy_law:
        'Information under the Personal Data Protection Law of Saudi Arabia (Royal Decree M/19).',
      data_rights:
        'You have the right to be informed, to access your data, to get a copy of it, and to have it corrected or destroyed (Personal Data Protection Law, article 4). Write to {mail}; you get an answer within 30 days. You may lodge a complaint with the Saudi Data and Artificial Intelligence Authority (SDAIA).',
      imprint_law: 'Information under article 6 of the E-Commerce Law of Saudi Arabia.',
    },
    ar: {
      withdrawal:
        'لا يشمل حق فسخ العقد خلال سبعة أيام (نظام التجارة الإلكترونية، المادة 13) البرامج والمحتوى الرقمي بعد تسليمه وإمكان استعماله. ولا يُمس هذا الحق إذا خالف المنتج وصفه.',
      withdrawal_approval:
        'أطلب تسليم المنتج إلى متجري فور الدفع، وأعلم أنه لا يمكنني فسخ شراء المحتوى الرقمي بعد هذا التسليم (نظام التجارة الإلكترونية، المادة 13).',
      complaints: 'راسلنا أولًا عند أي شكوى. ولك أيضًا أن تتوجه إلى وزارة التجارة.',
      applicable_law: 'تسري أنظمة المملكة العربية السعودية.',
      privacy_law: 'معلومات وفق نظام حماية البيانات الشخصية (المرسوم الملكي م/19).',
      data_rights:
        'لك الحق في العلم، وفي الوصول إلى بياناتك والحصول على نسخة منها، وفي تصحيحها وإتلافها (نظام حماية البيانات الشخصية، المادة 4). راسل {mail} وستصلك إجابة خلال 30 يومًا. ولك أن تتقدم بشكوى إلى الهيئة السعودية للبيانات والذكاء الاصطناعي (سدايا).',
      imprint_law: 'البيانات المطلوبة في المادة 6 من نظام التجارة الإلكترونية.',
    },
  },
}

/** The clauses of a country in a language; English where the language has none. */
export function clausesIn(country: string, locale: Locale): Clauses {
  const language = GENERAL[locale] === undefined ? 'en' : locale
  return {
    ...(GENERAL[language] ?? GENERAL.en),
    ...(EU_COUNTRIES.includes(country) && EUROPEAN[language]),
    ...BY_COUNTRY[country]?.[language],
  }
}

/** Puts the clauses of a country into a text; other placeholders stay. */
export const withClauses = (text: string, clauses: Clauses): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => clauses[name as keyof Clauses] ?? place)
