import type { WindowTexts } from './demo-locales.ts'
import type { Market } from '../../lib/market.ts'

export interface DemoCategory {
  id: string
  market: Market
  /** Name of the scene in the row of bays. */
  drawing: string | null
  name: WindowTexts
}

/** In the order in which they stand in the street. */
export const CATEGORIES = [
  {
    id: 'image',
    market: 'app',
    drawing: 'image',
    name: { tr: 'Görsel', en: 'Images', ar: 'الصور', de: 'Bilder', es: 'Imágenes' },
  },
  {
    id: 'speed',
    market: 'app',
    drawing: 'speed',
    name: { tr: 'Hız', en: 'Speed', ar: 'السرعة', de: 'Tempo', es: 'Velocidad' },
  },
  {
    id: 'deliver',
    market: 'app',
    drawing: 'deliver',
    name: { tr: 'Teslimat', en: 'Delivery', ar: 'التوصيل', de: 'Lieferung', es: 'Entrega' },
  },
  {
    id: 'trust',
    market: 'app',
    drawing: 'trust',
    name: {
      tr: 'Güven ve izin',
      en: 'Trust and consent',
      ar: 'الثقة والموافقة',
      de: 'Vertrauen und Einwilligung',
      es: 'Confianza y consentimiento',
    },
  },
  {
    id: 'notice',
    market: 'app',
    drawing: 'notice',
    name: { tr: 'Bildirim', en: 'Notices', ar: 'الإشعارات', de: 'Hinweise', es: 'Avisos' },
  },
  {
    id: 'guide',
    market: 'app',
    drawing: 'guide',
    name: {
      tr: 'Müşteri rehberi',
      en: 'Customer guidance',
      ar: 'إرشاد الزبائن',
      de: 'Hilfe für Kunden',
      es: 'Ayuda para clientes',
    },
  },
  {
    id: 'video',
    market: 'app',
    drawing: 'video',
    name: { tr: 'Video', en: 'Video', ar: 'الفيديو', de: 'Video', es: 'Vídeo' },
  },
  {
    id: 'light',
    market: 'theme',
    drawing: null,
    name: { tr: 'Açık', en: 'Light', ar: 'فاتحة', de: 'Hell', es: 'Claros' },
  },
  {
    id: 'dark',
    market: 'theme',
    drawing: null,
    name: { tr: 'Koyu', en: 'Dark', ar: 'داكنة', de: 'Dunkel', es: 'Oscuros' },
  },
  {
    id: 'colourful',
    market: 'theme',
    drawing: null,
    name: { tr: 'Renkli', en: 'Colourful', ar: 'ملوّنة', de: 'Farbenfroh', es: 'Coloridos' },
  },
  {
    id: 'plain',
    market: 'theme',
    drawing: null,
    name: { tr: 'Sade', en: 'Plain', ar: 'بسيطة', de: 'Schlicht', es: 'Sencillos' },
  },
  {
    id: 'playful',
    market: 'theme',
    drawing: null,
    name: { tr: 'Eğlenceli', en: 'Playful', ar: 'مرحة', de: 'Verspielt', es: 'Divertidos' },
  },
  {
    id: 'raised',
    market: 'theme',
    drawing: null,
    name: { tr: 'Kabartmalı', en: 'Raised', ar: 'بارزة', de: 'Mit Relief', es: 'En relieve' },
  },
  {
    id: 'contrast',
    market: 'theme',
    drawing: null,
    name: {
      tr: 'Güçlü karşıtlık',
      en: 'Strong contrast',
      ar: 'تباين قوي',
      de: 'Starker Kontrast',
      es: 'Contraste fuerte',
    },
  },
  {
    id: 'quick',
    market: 'theme',
    drawing: null,
    name: {
      tr: 'Çabuk açılan',
      en: 'Quick to open',
      ar: 'سريعة الفتح',
      de: 'Schnell geladen',
      es: 'Carga rápida',
    },
  },
] as const satisfies readonly DemoCategory[]

export type CategoryId = (typeof CATEGORIES)[number]['id']
