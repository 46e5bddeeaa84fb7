import { ownFile, registryFile } from '../../app-files.ts'
import type { ItemSource } from '../../demo-item.ts'
import { deliveryDayWords as words } from './words.ts'

const prefix = 'delivery-day'

const SCRIPTS = ['flatpickr.js', 'flatpickr.tr.js', 'flatpickr.ar.js', 'delivery-day.js']

export const deliveryDay: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['deliver'],
  price: { amountMinor: 24990, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://flatpickr.js.org',
  wraps: [{ package: 'flatpickr', author: 'Gregory Petrosyan' }],
  ground: '#c8452f',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes,
      files: async () => [
        await registryFile('flatpickr', 'dist/flatpickr.min.js', 'flatpickr.js'),
        await registryFile('flatpickr', 'dist/l10n/tr.js', 'flatpickr.tr.js'),
        await registryFile('flatpickr', 'dist/l10n/ar.js', 'flatpickr.ar.js'),
        await registryFile('flatpickr', 'LICENSE.md', 'licences/flatpickr.txt'),
        await ownFile(prefix, 'delivery-day.js'),
        await ownFile(prefix, 'delivery-day.css'),
      ],
      manifest: () => ({
        format: 1,
        kind: 'app',
        prefix,
        version: '1.0.0',
        name: words.name,
        permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
        design_blocks: [
          {
            id: 'calendar',
            placement: 1004,
            ...words.parts.calendar,
            html:
              '<link rel="stylesheet" href="{{asset:delivery-day.css}}">' +
              '<fieldset class="arasta-delivery-day" data-arasta-delivery-day data-locale="{{store:locale}}"' +
              ' data-closed="{{setting:closed_weekdays}}" data-lead="{{setting:lead_days}}" data-needed="{{setting:day_needed}}" hidden>' +
              '<legend></legend><input type="hidden" data-day><input type="hidden" data-note>' +
              '<p class="arasta-delivery-day-line"><span role="status" data-status></span><button type="button" data-clear hidden></button></p></fieldset>' +
              SCRIPTS.map(
                (file) => `<script src="{{asset:${file}}}" nonce="{{csp:nonce}}" defer></script>`,
              ).join(''),
          },
        ],
        inputs: {
          type: 'object',
          required: [],
          properties: {
            closed_weekdays: {
              type: 'string',
              enum: ['none', 'sunday', 'weekend', 'monday', 'friday', 'friday-saturday'],
              default: 'sunday',
              ...words.inputs.closedWeekdays,
            },
            lead_days: {
              type: 'integer',
              minimum: 0,
              maximum: 60,
              default: 2,
              ...words.inputs.leadDays,
            },
            day_needed: { type: 'boolean', default: false, ...words.inputs.dayNeeded },
          },
        },
        compatibility: { platforms: { 1: '*' } },
      }),
    },
  ],
}
