import type { Text } from '#lib/locale.ts'

/**
 * Steps that are ours and not the item's. Kept with the run, so that it reads the same for ever.
 */
export const STEP_TITLES = {
  package: {
    tr: 'Paket mağazana iniyor',
    en: 'The package goes to your shop',
    ar: 'تنتقل الحزمة إلى متجرك',
  },
  check: { tr: 'Mağazanda kontrol', en: 'Check on your shop', ar: 'التحقق في متجرك' },
  checkOld: {
    tr: 'Önceki sürüm yerinde mi?',
    en: 'Is the version before in its place?',
    ar: 'هل الإصدار السابق في مكانه؟',
  },
  checkPaused: { tr: 'Mağazandan çekildi mi?', en: 'Is it off your shop?', ar: 'هل رُفع عن متجرك؟' },
  checkGone: {
    tr: 'Mağazan eski hâlinde mi?',
    en: 'Is your shop as it was?',
    ar: 'هل عاد متجرك كما كان؟',
  },
} as const satisfies Record<string, Text>
