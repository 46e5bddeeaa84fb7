import type { DemoLocale } from './demo-locales.ts'
import type { Market } from '../../lib/market.ts'

export interface DemoCategory {
  id: string
  market: Market
  /** Name of the scene in the row of bays. */
  drawing: string | null
  name: Record<DemoLocale, string>
}

/** In the order in which they stand in the street. */
export const CATEGORIES = [
  {
    id: 'image',
    market: 'app',
    drawing: 'image',
    name: { tr: 'Görsel', en: 'Images', ar: 'الصور' },
  },
  { id: 'speed', market: 'app', drawing: 'speed', name: { tr: 'Hız', en: 'Speed', ar: 'السرعة' } },
  {
    id: 'deliver',
    market: 'app',
    drawing: 'deliver',
    name: { tr: 'Teslimat', en: 'Delivery', ar: 'التوصيل' },
  },
  {
    id: 'trust',
    market: 'app',
    drawing: 'trust',
    name: { tr: 'Güven ve izin', en: 'Trust and consent', ar: 'الثقة والموافقة' },
  },
  {
    id: 'notice',
    market: 'app',
    drawing: 'notice',
    name: { tr: 'Bildirim', en: 'Notices', ar: 'الإشعارات' },
  },
  {
    id: 'guide',
    market: 'app',
    drawing: 'guide',
    name: { tr: 'Müşteri rehberi', en: 'Customer guidance', ar: 'إرشاد الزبائن' },
  },
  {
    id: 'video',
    market: 'app',
    drawing: 'video',
    name: { tr: 'Video', en: 'Video', ar: 'الفيديو' },
  },
  { id: 'light', market: 'theme', drawing: null, name: { tr: 'Açık', en: 'Light', ar: 'فاتحة' } },
  { id: 'dark', market: 'theme', drawing: null, name: { tr: 'Koyu', en: 'Dark', ar: 'داكنة' } },
  {
    id: 'colourful',
    market: 'theme',
    drawing: null,
    name: { tr: 'Renkli', en: 'Colourful', ar: 'ملوّنة' },
  },
  { id: 'plain', market: 'theme', drawing: null, name: { tr: 'Sade', en: 'Plain', ar: 'بسيطة' } },
  {
    id: 'playful',
    market: 'theme',
    drawing: null,
    name: { tr: 'Eğlenceli', en: 'Playful', ar: 'مرحة' },
  },
  {
    id: 'raised',
    market: 'theme',
    drawing: null,
    name: { tr: 'Kabartmalı', en: 'Raised', ar: 'بارزة' },
  },
  {
    id: 'contrast',
    market: 'theme',
    drawing: null,
    name: { tr: 'Güçlü karşıtlık', en: 'Strong contrast', ar: 'تباين قوي' },
  },
  {
    id: 'quick',
    market: 'theme',
    drawing: null,
    name: { tr: 'Çabuk açılan', en: 'Quick to open', ar: 'سريعة الفتح' },
  },
] as const satisfies readonly DemoCategory[]

export type CategoryId = (typeof CATEGORIES)[number]['id']
