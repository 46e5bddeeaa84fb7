import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type Books,
  declineOf,
  failsAtStart,
  fraudStatusOf,
  isCredit,
  isRefundable,
  laterDeclineOf,
  literal,
  type Payment,
  paymentBody,
  unsureOf,
} from './iyzico-payments.support.ts'

type Answer = Record<string, unknown>
export interface Answered {
  body: Answer
  payment?: Payment | undefined
}

const failure = (
  errorCode: number,
  errorGroup: string | undefined,
  errorMessage: string,
): Answered => ({
  body: {
    status: 'failure',
    errorCode: String(errorCode),
    errorMessage,
    ...(errorGroup && { errorGroup }),
    locale: 'en',
    systemTime: Date.now(),
  },
})

const price = z.string().regex(/^\d+\.\d{1,8}$/)
const text = z.string().min(1)
const place = z.object({ contactName: text, city: text, country: text, address: text })
const order = z.object({
  locale: z.enum(['tr', 'en']),
  conversationId: text,
  price,
  paidPrice: price,
  currency: z.enum(['TRY', 'USD', 'EUR', 'GBP']),
  basketId: text,
  buyer: z.object({
    id: text,
    name: text,
    surname: text,
    identityNumber: z.string().regex(/^\d{5,50}$/),
    email: z.email(),
    registrationAddress: text,
    city: text,
    country: text,
    ip: text,
  }),
  billingAddress: place,
  shippingAddress: place,
  basketItems: z
    .array(
      z.object({ id: text, name: text, category1: text, itemType: z.literal('VIRTUAL'), price }),
    )
    .min(1),
})
const newCard = z.object({
  cardHolderName: text,
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expireMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expireYear: z.string().regex(/^20\d\d$/),
  cvc: z.string().regex(/^\d{3,4}$/),
  registerCard: z.union([z.literal(0), z.literal(1)]),
  cardAlias: text.optional(),
  cardUserKey: text.optional(),
})
const keptCard = z.strictObject({ cardUserKey: text, cardToken: text })
const holderOrder = order.extend({
  paymentGroup: z.literal('PRODUCT'),
  callbackUrl: z.url(),
})
const start = holderOrder.extend({
  installment: z.literal([1, 2, 3, 6, 9, 12]),
  paymentChannel: z.literal('WEB'),
  paymentCard: z.union([keptCard, newCard]),
})
/** Without 3-D Secure: here only for kept cards. */
const directCharge = order.extend({
  paymentGroup: z.literal('SUBSCRIPTION'),
  installment: z.literal(1),
  paymentChannel: z.literal('WEB'),
  paymentCard: keptCard,
})
const page = holderOrder.extend({
  enabledInstallments: z.array(z.number()),
  forceThreeDS: z.literal(1),
  cardUserKey: text.optional(),
})
const finish = z.object({
  conversationId: text,
  paymentId: text,
  paidPrice: price,
  basketId: text,
  currency: text,
  conversationData: text.optional(),
})

const minor = (decimal: string) => Math.round(Number(decimal) * 100)

/** Smaller than iyzico's own, so that whoever reads a day reads more than one page of it. */
const DAY_PAGE = 3

/** What a card is charged in so many parts. */
const totalIn = (priceMinor: number, count: number) =>
  priceMinor + Math.round((priceMinor * 2 * (count - 1)) / 100)

/** iyzico's calls for merchants, as its documentation describes them. */
export function merchantCalls({
  books,
  url,
  hmac,
  tell,
}: {
  books: Books
  url: () => string
  hmac: (values: string[]) => string
  tell: (payment: Payment, eventType: string, status: string) => void
}) {
  const basketAgrees = (body: z.infer<typeof order>) =>
    body.basketItems.reduce((sum, item) => sum + minor(item.price), 0) === minor(body.price)
  const common = (body: z.infer<typeof order>) => ({
    conversationId: body.conversationId,
    basketId: body.basketId,
    currency: body.currency,
    priceMinor: minor(body.price),
    paidMinor: minor(body.paidPrice),
  })

  function charge(payment: Payment, eventType: string, declined = declineOf(payment.number)): void {
    payment.fraudStatus = fraudStatusOf(payment.number)
    payment.paymentStatus = declined || payment.fraudStatus === -1 ? 'FAILURE' : 'SUCCESS'
    payment.error = declined
    if (payment.paymentStatus === 'SUCCESS') {
      payment.charges += 1
      payment.chargedAt = Date.now()
      books.keepCard(payment)
      const card = payment.payingCard ?? payment.keptCard
      const kept = card && books.cardOf(card)
      if (kept && payment.callbackUrl !== '') kept.confirmed += 1
    }
    tell(payment, eventType, payment.paymentStatus)
  }

  /** What a call in which money moves answers. */
  function answerTo(payment: Payment): Answered {
    const trouble = payment.error ?? unsureOf(payment.number)
    if (!trouble) return { payment, body: paymentBody(payment, hmac, { long: false, look: false }) }
    return {
      payment,
      body: {
        status: 'failure',
        ...trouble,
        locale: 'en',
        systemTime: Date.now(),
        conversationId: payment.conversationId,
      },
    }
  }

  const calls: Record<string, (body: unknown) => Answered> = {
    'POST /payment/3dsecure/initialize'(body) {
      const read = start.safeParse(body)
      if (!read.success || !basketAgrees(read.data)) return failure(11, undefined, 'Geçersiz istek')
      const { paymentCard: card, installment } = read.data
      const kept = 'cardToken' in card ? books.cardOf(card) : undefined
      if ('cardToken' in card && !kept) return failure(3_006, undefined, 'Kayıtlı kart bulunamadı')
      const number = 'cardNumber' in card ? card.cardNumber : (kept?.number ?? '')
      if (failsAtStart(number)) return failure(10_210, 'THREEDS_FAILED', '3DS başlatılamadı')
      const mayPart = installment === 1 || isCredit(number)
      if (!mayPart || minor(read.data.paidPrice) !== totalIn(minor(read.data.price), installment))
        return failure(5_153, undefined, 'Taksit ya da tutar geçersiz')
      const keepAs =
        'cardNumber' in card && card.registerCard === 1
          ? { alias: card.cardAlias ?? '', cardUserKey: card.cardUserKey }
          : null
      const payment = books.add({
        ...common(read.data),
        callbackUrl: read.data.callbackUrl,
        installment,
        number,
        keepAs,
        payingCard: 'cardToken' in card ? card : null,
      })
      const { paymentId, conversationId } = payment
      return {
        payment,
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          conversationId,
          paymentId,
          signature: hmac([paymentId, conversationId]),
        },
      }
    },

    'POST /payment/auth'(body) {
      const read = directCharge.safeParse(body)
      if (!read.success || !basketAgrees(read.data)) return failure(11, undefined, 'Geçersiz istek')
      const { paymentCard: card, paidPrice, price: whole } = read.data
      const kept = books.cardOf(card)
      if (!kept) return failure(3_006, undefined, 'Kayıtlı kart bulunamadı')
      if (minor(paidPrice) !== minor(whole)) return failure(5_153, undefined, 'Tutar geçersiz')
      const payment = books.add({
        ...common(read.data),
        callbackUrl: '',
        installment: 1,
        number: kept.number,
        keepAs: null,
        payingCard: card,
      })
      charge(payment, 'API_AUTH', laterDeclineOf(kept))
      return answerTo(payment)
    },

    'POST /payment/v2/3dsecure/auth'(body) {
      const read = finish.safeParse(body)
      if (!read.success) return failure(11, undefined, 'Geçersiz istek')
      const payment = books.payments.get(read.data.paymentId)
      if (!payment || payment.conversationId !== read.data.conversationId)
        return failure(5_062, undefined, 'Ödeme bulunamadı')
      if (payment.paymentStatus !== 'CALLBACK_THREEDS')
        return failure(5_093, undefined, 'Ödeme bu durumda tamamlanamaz')
      const { paidPrice, basketId, currency, conversationData } = read.data
      if (
        minor(paidPrice) !== payment.paidMinor ||
        basketId !== payment.basketId ||
        currency !== payment.currency
      )
        return failure(5_155, undefined, 'Tutar ya da sepet uyuşmuyor')
      if (payment.conversationData !== (conversationData ?? ''))
        return failure(5_097, undefined, 'conversationData eksik')
      charge(payment, 'THREE_DS_AUTH')
      return answerTo(payment)
    },

    'POST /payment/detail'(body) {
      const { paymentId, paymentConversationId } = body as {
        paymentId?: string
        paymentConversationId?: string
      }
      const payment = paymentId
        ? books.payments.get(paymentId)
        : books.find(
            (one) => one.conversationId === paymentConversationId && one.paymentStatus !== null,
          )
      if (!payment || (paymentConversationId && payment.conversationId !== paymentConversationId))
        return failure(5_086, undefined, 'Ödeme bulunamadı')
      return {
        payment,
        body: paymentBody({ ...payment, token: null }, hmac, { long: true, look: true }),
      }
    },

    'POST /v2/payment/refund'(body) {
      const {
        paymentId = '',
        price: wanted = '',
        currency = '',
        conversationId = '',
      } = body as Record<string, string>
      const payment = books.payments.get(paymentId)
      if (!payment || payment.paymentStatus !== 'SUCCESS')
        return failure(5_086, undefined, 'Ödeme bulunamadı')
      const left = payment.paidMinor - payment.refunds.reduce((sum, one) => sum + one.minor, 0)
      if (!price.safeParse(wanted).success || currency !== payment.currency || minor(wanted) > left)
        return failure(5_092, undefined, 'İade tutarı aşıldı')
      if (!isRefundable(payment.number)) return failure(10_202, 'NOT_REFUNDABLE', 'İade edilemez')
      payment.refunds.push({ conversationId, minor: minor(wanted), currency, at: Date.now() })
      const shown = String(minor(wanted) / 100)
      return {
        payment,
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          conversationId,
          paymentId,
          price: literal(shown),
          currency,
          signature: hmac([paymentId, shown, currency, conversationId]),
        },
      }
    },

    'POST /cardstorage/cards'(body) {
      const { cardUserKey = '' } = body as Record<string, string>
      const kept = books.cardsOf(cardUserKey)
      if (!kept) return failure(3_005, undefined, 'cardUserKey bulunamadı')
      return {
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          cardUserKey,
          cardDetails: kept.map(({ cardToken, cardAlias, number }) => ({
            cardToken,
            cardAlias,
            binNumber: number.slice(0, 6),
            lastFourDigits: number.slice(-4),
            cardType: 'CREDIT_CARD',
            cardAssociation: 'MASTER_CARD',
          })),
        },
      }
    },

    'POST /cardstorage/card'(body) {
      const { cardUserKey, email, conversationId, card } = body as Record<string, string> & {
        card?: Record<string, string>
      }
      const { cardNumber = '', cardAlias = '' } = card ?? {}
      if (cardUserKey === undefined && email === undefined)
        return failure(11, undefined, 'Geçersiz istek')
      if (!/^\d{15,19}$/.test(cardNumber))
        return failure(12, undefined, 'Kart numarası geçersizdir')
      // `externalId` names a customer of ours, so that a repetition gives the same card.
      const owner = cardUserKey ?? `user-${conversationId ?? ''}`
      const kept = books.storeCard(owner, cardNumber, cardAlias)
      return {
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          conversationId,
          cardUserKey: owner,
          cardToken: kept.cardToken,
          cardAlias,
          binNumber: cardNumber.slice(0, 6),
          lastFourDigits: cardNumber.slice(-4),
          cardType: 'CREDIT_CARD',
          cardAssociation: 'MASTER_CARD',
        },
      }
    },

    'DELETE /cardstorage/card'(body) {
      const { cardUserKey = '', cardToken = '' } = body as Record<string, string>
      return books.dropCard(cardUserKey, cardToken)
        ? { body: { status: 'success', locale: 'en', systemTime: Date.now() } }
        : failure(3_006, undefined, 'Kayıtlı kart bulunamadı')
    },

    'POST /payment/iyzipos/installment'(body) {
      const { binNumber = '', price: whole = '' } = body as Record<string, string>
      if (!/^\d{6,8}$/.test(binNumber) || !price.safeParse(whole).success)
        return failure(11, undefined, 'Geçersiz istek')
      const parts = isCredit(binNumber) ? [1, 2, 3, 6, 9, 12] : [1]
      return {
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          installmentDetails: [
            {
              binNumber,
              price: literal(whole),
              cardType: isCredit(binNumber) ? 'CREDIT_CARD' : 'DEBIT_CARD',
              force3ds: 0,
              installmentPrices: parts.map((installmentNumber) => {
                const total = totalIn(minor(whole), installmentNumber)
                return {
                  installmentNumber,
                  totalPrice: literal(String(total / 100)),
                  installmentPrice: literal((total / 100 / installmentNumber).toFixed(2)),
                }
              }),
            },
          ],
        },
      }
    },

    'POST /payment/iyzipos/checkoutform/initialize/auth/ecom'(body) {
      const read = page.safeParse(body)
      if (!read.success || !basketAgrees(read.data)) return failure(11, undefined, 'Geçersiz istek')
      const token = randomUUID()
      const payment = books.add({
        ...common(read.data),
        callbackUrl: read.data.callbackUrl,
        installment: 1,
        number: '',
        keepAs: null,
        paymentStatus: null,
        token,
        cardUserKey: read.data.cardUserKey,
      })
      const { conversationId } = payment
      return {
        payment,
        body: {
          status: 'success',
          locale: 'en',
          systemTime: Date.now(),
          conversationId,
          token,
          tokenExpireTime: 1800,
          paymentPageUrl: `${url()}/pay?token=${token}`,
          checkoutFormContent: '<script></script>',
          signature: hmac([conversationId, token]),
        },
      }
    },

    'POST /payment/iyzipos/checkoutform/auth/ecom/detail'(body) {
      const payment = books.find(
        (one) => one.token !== null && one.token === (body as { token?: string }).token,
      )
      if (!payment) return failure(5_122, undefined, 'Token bulunamadı')
      if (payment.paymentStatus === null)
        return {
          body: { status: 'success', locale: 'en', systemTime: Date.now(), token: payment.token },
        }
      return { payment, body: paymentBody(payment, hmac, { long: true, look: true }) }
    },
  }

  /** What was given back of a payment. */
  function report(query: URLSearchParams): Answered {
    const payment = books.find(
      (one) =>
        one.paymentId === query.get('paymentId') ||
        one.conversationId === query.get('paymentConversationId'),
    )
    return {
      body: {
        status: 'success',
        locale: 'en',
        systemTime: Date.now(),
        payments: payment
          ? [
              {
                paymentId: Number(payment.paymentId),
                paymentRefundStatus:
                  payment.refunds.length > 0 ? 'PARTIALLY_REFUNDED' : 'NOT_REFUNDED',
                currency: payment.currency,
                itemTransactions: [
                  {
                    paymentTransactionId: `${payment.paymentId}1`,
                    refunds: payment.refunds.map((one) => ({
                      refundConversationId: one.conversationId,
                      refundPrice: literal(String(one.minor / 100)),
                      currencyCode: one.currency,
                      refundStatus: 1,
                    })),
                  },
                ],
              },
            ]
          : [],
      },
    }
  }

  /** The payments and refunds of one day in Türkiye, page by page. */
  function reportDay(query: URLSearchParams): Answered {
    const there = (at: number) =>
      new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const all = [...books.payments.values()]
      .filter((one) => one.charges > 0)
      .flatMap((one) => {
        const line = {
          paymentId: Number(one.paymentId),
          transactionCurrency: one.currency,
          transactionStatus: 2,
          paymentPhase: 'AUTH',
        }
        const shown = (amount: number) => literal((amount / 100).toFixed(8))
        return [
          {
            ...line,
            transactionType: 'PAYMENT',
            transactionDate: there(one.chargedAt),
            conversationId: one.conversationId,
            price: shown(one.priceMinor),
            paidPrice: shown(one.paidMinor),
          },
          ...one.refunds.map((back) => ({
            ...line,
            transactionType: 'REFUND',
            transactionDate: there(back.at),
            conversationId: back.conversationId,
            price: shown(back.minor),
            paidPrice: shown(back.minor),
          })),
        ]
      })
      .filter((line) => line.transactionDate.startsWith(query.get('transactionDate') ?? ''))
    const page = Number(query.get('page') ?? 1)
    return {
      body: {
        status: 'success',
        locale: 'en',
        systemTime: Date.now(),
        currentPage: page,
        totalPageCount: Math.max(1, Math.ceil(all.length / DAY_PAGE)),
        transactions: all.slice((page - 1) * DAY_PAGE, page * DAY_PAGE),
      },
    }
  }
  return { calls, report, reportDay, charge, failure }
}
