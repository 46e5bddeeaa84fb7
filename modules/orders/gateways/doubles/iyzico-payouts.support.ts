import { randomUUID } from 'node:crypto'
import { z } from 'zod'

type Answer = Record<string, unknown>

const text = z.string().min(1)
const account = z.object({
  locale: z.enum(['tr', 'en']),
  email: z.email(),
  gsmNumber: text,
  address: text,
  iban: z.string().regex(/^TR\d{24}$/),
  name: text.optional(),
  currency: z.literal('TRY'),
  contactName: text.optional(),
  contactSurname: text.optional(),
  identityNumber: text.optional(),
  taxOffice: text.optional(),
  taxNumber: text.optional(),
  legalCompanyTitle: text.optional(),
})
type Account = z.infer<typeof account>
/** What each type must have (docs.iyzico.com, marketplace, submerchant). */
const REQUIRED: Record<string, (keyof Account)[]> = {
  PERSONAL: ['contactName', 'contactSurname', 'identityNumber'],
  PRIVATE_COMPANY: ['taxOffice', 'legalCompanyTitle', 'identityNumber'],
  LIMITED_OR_JOINT_STOCK_COMPANY: ['taxOffice', 'taxNumber', 'legalCompanyTitle'],
}
const payout = z.object({
  externalId: text,
  conversationId: text,
  purpose: z.enum(['SALARY', 'GOODS', 'BONUS', 'REFUND', 'OTHER']),
  items: z
    .array(
      z.object({
        itemExternalId: text,
        recipientType: z.literal('IBAN'),
        recipientInfo: z.string().regex(/^TR\d{24}$/),
        recipientName: text,
        amount: z.object({ value: z.number().positive(), currency: z.literal('TRY') }),
        description: text,
      }),
    )
    .length(1),
})
interface Payout {
  requestId: string
  status: string
  itemStatus: string
  item: z.infer<typeof payout>['items'][number]
  looks: number
}

const failure = (errorCode: number, errorMessage: string): Answer => ({
  status: 'failure',
  errorCode: String(errorCode),
  errorMessage,
  locale: 'tr',
  systemTime: Date.now(),
})
const success = (more: Answer = {}): Answer => ({
  status: 'success',
  locale: 'tr',
  systemTime: Date.now(),
  ...more,
})

/**
 * Sub-merchants and mass payouts of iyzico, as its documentation describes them (decision 0058).
 * The holder's name says what goes wrong with a payout: `Geri Çevrilen`, `Bakiyesiz`, `Geciken`,
 * `Yetkisiz`.
 */
export function iyzicoPayouts() {
  const accounts = new Map<string, Account & { subMerchantKey: string; type: string }>()
  const payouts = new Map<string, Payout>()

  function save(input: unknown, type: string, externalId: string, subMerchantKey: string): Answer {
    const read = account.safeParse(input)
    if (!read.success) return failure(11, 'Geçersiz istek')
    if ((REQUIRED[type] ?? []).some((name) => !read.data[name]))
      return failure(11, 'Zorunlu alan eksik')
    accounts.set(externalId, { ...read.data, subMerchantKey, type })
    return success({ subMerchantKey })
  }

  function authorise(found: Payout): Answer {
    if (found.status !== 'INIT') return failure(20_001, 'Toplu ödeme INIT durumunda değil')
    if (found.item.recipientName.includes('Yetkisiz')) return failure(20_002, 'İşlem reddedildi')
    if (found.item.recipientName.includes('Bakiyesiz')) found.status = 'INSUFFICIENT_BALANCE'
    else found.status = 'PUBLISHED_TO_QUEUE'
    found.itemStatus = found.status === 'PUBLISHED_TO_QUEUE' ? 'PROCESSING' : 'INIT'
    return success()
  }

  /** A queue works while nobody looks: what is late needs a second look. */
  function look(found: Payout): Answer {
    found.looks += 1
    const isLate = found.item.recipientName.includes('Geciken') && found.looks < 2
    if (found.itemStatus === 'PROCESSING' && !isLate) {
      found.itemStatus = found.item.recipientName.includes('Geri Çevrilen') ? 'FAILED' : 'SUCCESS'
      found.status = 'COMPLETED'
    }
    return success({
      massPayout: { massPayoutStatus: found.status, currency: 'TRY' },
      massPayoutItems: {
        items: [
          {
            itemExternalId: found.item.itemExternalId,
            referenceCode: `ref-${found.requestId}`,
            recipientInfo: found.item.recipientInfo,
            itemStatus: found.itemStatus,
            errorMessages: [],
          },
        ],
      },
      page: 0,
      size: 10,
      total: 1,
    })
  }

  return {
    /** Null: a call that is not about payouts. */
    answer(name: string, input: Record<string, unknown>): Answer | null {
      const found = payouts.get(String(input.requestId ?? ''))
      const unknown = failure(20_404, 'Toplu ödeme bulunamadı')
      switch (name) {
        case 'POST /onboarding/submerchant':
          return accounts.has(String(input.subMerchantExternalId))
            ? failure(2_002, 'Alt üye işyeri zaten var')
            : save(
                input,
                String(input.subMerchantType),
                String(input.subMerchantExternalId),
                randomUUID(),
              )
        case 'PUT /onboarding/submerchant': {
          const [externalId, known] =
            [...accounts].find(([, one]) => one.subMerchantKey === input.subMerchantKey) ?? []
          return known && externalId !== undefined
            ? save(input, known.type, externalId, known.subMerchantKey)
            : failure(2_001, 'Alt üye işyeri bulunamadı')
        }
        case 'POST /onboarding/submerchant/detail': {
          const known = accounts.get(String(input.subMerchantExternalId))
          return known ? success(known) : failure(2_001, 'Alt üye işyeri bulunamadı')
        }
        case 'POST /v1/mass/payout/init': {
          const read = payout.safeParse(input)
          if (!read.success) return failure(11, 'Geçersiz istek')
          const [item] = read.data.items
          if (!item) return failure(11, 'Geçersiz istek')
          const requestId = randomUUID()
          payouts.set(requestId, { requestId, status: 'INIT', itemStatus: 'INIT', item, looks: 0 })
          return success({ requestId, conversationId: read.data.conversationId })
        }
        case 'POST /v1/mass/payout/auth':
          return found ? authorise(found) : unknown
        case 'POST /v1/mass/payout/retrieve':
          return found ? look(found) : unknown
        default:
          return name.startsWith('POST /v1/mass/payout/cancel/') ? cancel(name) : null
      }
    },
    /** Not of iyzico: what was paid to the account of a partner, for tests. */
    sums(externalId: string) {
      const iban = accounts.get(externalId)?.iban
      const paid = [...payouts.values()].filter(
        (one) =>
          one.item.recipientInfo === iban && ['PROCESSING', 'SUCCESS'].includes(one.itemStatus),
      )
      return {
        transfers: paid.length,
        sent: paid.reduce((sum, one) => sum + Math.round(one.item.amount.value * 100), 0),
        takenBack: 0,
      }
    },
  }

  function cancel(name: string): Answer {
    const found = payouts.get(name.split('/').at(-1) ?? '')
    if (found?.status !== 'INIT') return failure(20_003, 'İptal edilemez')
    found.status = 'CANCELED'
    found.itemStatus = 'MASS_PAYOUT_CANCELED'
    return success()
  }
}
