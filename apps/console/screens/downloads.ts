import type { ActionFunctionArgs, LoaderFunctionArgs, Params } from 'react-router'
import { getItemFigures, getMarketFigures, getPartnerFigures } from '#modules/analytics/contract.ts'
import { getAnyEarningsFile, getEarningsFile } from '#modules/earnings/contract.ts'
import { exportPayoutBatch } from '#modules/earnings/payouts/contract.ts'
import { fetchExport } from '#modules/market/exports-contract.ts'
import { fetchStoreData } from '#modules/market/operator-contract.ts'
import { exportNewsletter } from '#modules/messaging/operator-contract.ts'
import { fetchOrderDocument, getTaxReport } from '#modules/orders/operator-contract.ts'
import { getOwnPlatformReport, getPlatformReport } from '#modules/publishing/rollouts/contract.ts'
import { getReviewPicture } from '#modules/publishing/submissions/operator-contract.ts'
import { MOMENTS } from '#modules/publishing/submissions/review-rules.ts'
import {
  analyticsFile,
  csvFile,
  daysAsked,
  marketAsked,
  reportFile,
  reverseChargeFile,
  taxReportFile,
} from '../analytics-csv.ts'
import { queryOf } from '../data-table.tsx'
import { documentsHref } from '../document-button.tsx'
import { goTo } from '../go-to.ts'
import { consoleContext, type ConsoleScreen } from '../screen-context.ts'

type Download = (screen: ConsoleScreen, params: Params, request: Request) => Promise<Response>

/** By route path (`routes.ts`). */
const DOWNLOADS: Record<string, Download> = {
  'operator/figures.csv': async (screen, _params, request) =>
    analyticsFile(
      await screen.call(getMarketFigures, {
        query: { ...daysAsked(request), market: marketAsked(request) },
      }),
    ),
  'partner/:partner/figures.csv': async (screen, { partner = '' }, request) =>
    analyticsFile(
      await screen.call(getPartnerFigures, { params: { partner }, query: daysAsked(request) }),
    ),
  'partner/:partner/items/:item/figures.csv': async (
    screen,
    { partner = '', item = '' },
    request,
  ) =>
    analyticsFile(
      await screen.call(getItemFigures, { params: { partner, item }, query: daysAsked(request) }),
    ),
  'operator/platforms/:platform/report.csv': (screen, { platform = '' }, request) =>
    reportFile(request, (query) =>
      screen.call(getPlatformReport, {
        params: { platform: platform as unknown as number },
        query,
      }),
    ),
  'partner/:partner/platforms/:platform/report.csv': (
    screen,
    { partner = '', platform = '' },
    request,
  ) =>
    reportFile(request, (query) =>
      screen.call(getOwnPlatformReport, {
        params: { partner, platform: platform as unknown as number },
        query,
      }),
    ),
  'operator/tax-report.csv': async (screen, _params, request) =>
    taxReportFile(await screen.call(getTaxReport, { query: queryOf(request, ['from', 'to']) })),
  'operator/reverse-charge.csv': async (screen, _params, request) =>
    reverseChargeFile(await screen.call(getTaxReport, { query: queryOf(request, ['from', 'to']) })),
  'operator/earnings/:statement/file': async (screen, { statement = '' }) =>
    csvFile(await screen.call(getAnyEarningsFile, { params: { statement } })),
  'partner/:partner/earnings/:statement/file': async (screen, { partner = '', statement = '' }) =>
    csvFile(await screen.call(getEarningsFile, { params: { partner, statement } })),
  'operator/queue/:submission/pictures/:moment': async (screen, { submission = '', moment }) => {
    const { png } = await screen.call(getReviewPicture, {
      params: { submission, moment: MOMENTS.find((one) => one === moment) ?? 'after' },
    })
    return new Response(new Uint8Array(Buffer.from(png, 'base64')), {
      headers: {
        'content-type': 'image/png',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
}

/** Files with personal data: POST only, because the audit log records each download. */
const RECORDED_DOWNLOADS: Record<string, { page: (params: Params) => string; run: Download }> = {
  'operator/newsletter/export': {
    page: () => '/operator/newsletter',
    run: async (screen) => {
      const { csv } = await screen.call(exportNewsletter)
      return csvFile({ name: 'newsletter.csv', csv })
    },
  },
  'operator/payouts/:batch/file': {
    page: ({ batch }) => `/operator/payouts/${batch}`,
    run: async (screen, { batch = '' }) => {
      const { name, type, content } = await screen.call(exportPayoutBatch, { params: { batch } })
      return new Response(content, {
        headers: {
          'content-type': `${type === 'xml' ? 'application/xml' : 'text/csv'}; charset=utf-8`,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        },
      })
    },
  },
  'operator/orders/:order/documents/:document': {
    page: ({ order = '' }) => documentsHref(order),
    run: async (screen, { order = '', document = '' }) => {
      const file = await screen.call(fetchOrderDocument, { params: { order, document } })
      return new Response(new Uint8Array(file.content), {
        headers: {
          'content-type': file.contentType,
          'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  },
  'operator/exports/:export/file': {
    page: () => '/operator/exports',
    run: async (screen, params) => {
      const { filename, contentType, content } = await screen.call(fetchExport, {
        params: { export: params.export ?? '' },
      })
      return new Response(new Uint8Array(content), {
        headers: {
          'content-type': contentType,
          'content-disposition': `attachment; filename="${filename}"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  },
  'operator/stores/:store/data/:request/file': {
    page: ({ store }) => `/operator/stores/${store}`,
    run: async (screen, { store = '', request = '' }) => {
      const { json } = await screen.call(fetchStoreData, { params: { store, request } })
      return new Response(json, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="store-data.json"',
          'cache-control': 'private, no-store',
        },
      })
    },
  },
}

const pathOf = (pattern: string): string => pattern.replace(/^\//, '')

export async function loader({ context, params, pattern, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const path = pathOf(pattern)
  const recorded = RECORDED_DOWNLOADS[path]
  if (recorded) throw goTo(recorded.page(params))
  const download = DOWNLOADS[path]
  if (!download) throw screen.refusal('not_found')
  return download(screen, params, request)
}

export async function action({ context, params, pattern, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const recorded = RECORDED_DOWNLOADS[pathOf(pattern)]
  if (!recorded) throw screen.refusal('method.not_allowed')
  return recorded.run(screen, params, request)
}
