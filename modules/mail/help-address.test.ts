import { expect, test } from 'vitest'
import { helpAddress } from './public.ts'

test('mails name the mailbox of the operator, or the contact page while none is set (D21)', () => {
  const origins = { app: 'https://apps.example', theme: 'https://themes.example' } as Parameters<
    typeof helpAddress
  >[0]['origins']
  const at = (mail: string, platformId = 1) =>
    helpAddress(
      {
        operator: {
          country: 'TR',
          name: '',
          address: '',
          mail,
        },
        origins,
        sites: [
          {
            market: 'theme',
            platformId: 7,
            origin: 'https://sites.example',
            listedAs: null,
            languages: null,
            marketName: null,
            brand: null,
          },
        ],
      },
      'theme',
      platformId,
    )
  expect([at('help@market.example'), at(''), at('', 7)]).toEqual([
    'help@market.example',
    'https://themes.example/contact',
    'https://sites.example/contact',
  ])
})
