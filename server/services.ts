import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Clock } from '#lib/clock.ts'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { createHttp } from '#lib/http.ts'
import { type Memory, noMemory } from '#lib/memory.ts'
import { createNames } from '#lib/names.ts'
import type { Services } from '#kernel/context.ts'
import type { StorefrontSite } from '#kernel/site-origin.ts'
import { productOrderChanged, notifyApp } from '#modules/apps/public.ts'
import type { PrivateKey } from '#modules/catalog/packages/sign-package.ts'
import { itemName } from '#modules/catalog/public.ts'
import { mailCredentialChange, writeAudit } from '#modules/identity/public.ts'
import { itemState, siteStamp } from '#modules/installs/public.ts'
import { createSmtpMailer } from '#modules/mail/mailer.ts'
import { NO_FACE } from '#modules/market/public.ts'
import { createLocalInvoices } from '#modules/orders/invoices/local-invoices.ts'
import { mailAttachment } from '#modules/orders/public.ts'
import { developerAsked } from '#modules/publishing/public.ts'
import { chromiumCamera } from '#modules/publishing/submissions/chromium-camera.ts'
import { itemReviews } from '#modules/reviews/public.ts'
import { ANY_SITE } from '#modules/stores/platforms/public.ts'
import type { Config } from './config.ts'
import { openBlobs } from './open-blobs.ts'
import { formerGateways, gatewayOrigins, openGateway } from './open-gateway.ts'

/**
 * The storefronts that the settings name: both stores of PLATFORM_ID, and the app store for any
 * site where there is one beside them.
 */
export const listSites = ({
  platformId,
  appOrigin,
  themeOrigin,
  anySiteOrigin,
}: Pick<
  Config,
  'platformId' | 'appOrigin' | 'themeOrigin' | 'anySiteOrigin'
>): StorefrontSite[] => [
  { market: 'app', platformId, origin: appOrigin },
  { market: 'theme', platformId, origin: themeOrigin },
  ...(anySiteOrigin === undefined
    ? []
    : [{ market: 'app' as const, platformId: ANY_SITE, origin: anySiteOrigin }]),
]

/**
 * Puts the ports' real adapters together. `jobs` comes later, for the queue needs a database first.
 */
export function makeServices(
  config: Config,
  parts: { db: Db; clock: Clock; log: Logger; jobs: Services['jobs']; memory?: Memory },
): Services {
  // What settings name may lie in a private network, and nothing else may (D7).
  const trustedHttp = createHttp({
    allowOrigins: [
      ...gatewayOrigins(config),
      ...(config.connectorUrl ? [new URL(config.connectorUrl).origin] : []),
      ...(config.iconUpstream ? [config.iconUpstream] : []),
    ],
  })
  return {
    memory: noMemory,
    ...parts,
    http: createForeignHttp({ localOrigins: config.storeOrigins }),
    trustedHttp,
    names: createNames({ servers: config.nameServers }),
    gateway: openGateway(config, { http: trustedHttp, clock: parts.clock }),
    formerGateway: formerGateways(config, { http: trustedHttp, clock: parts.clock }),
    mailer: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
    mailAttachment,
    camera:
      config.chromiumPath === undefined
        ? null
        : chromiumCamera(config.chromiumPath, config.chromiumLibraries),
    invoices: createLocalInvoices({
      db: parts.db,
      clock: parts.clock,
      series: config.invoiceSeries,
    }),
    blobs: openBlobs(config, parts.clock),
    signingKey: config.signingKey as PrivateKey,
    formerKeys: config.formerKeys,
    sealing: {
      current: config.sealingKeyId,
      keys: { ...config.sealingFormerKeys, [config.sealingKeyId]: config.sealingKey },
    },
    sites: listSites(config),
    origins: {
      app: config.appOrigin,
      theme: config.themeOrigin,
      installer: config.installerOrigin,
      bank: config.bankUrl,
      preview: config.previewOrigin,
      console: config.consoleOrigin,
    },
    payTries: { perAddress: config.payTriesPerAddress, perCard: config.payTriesPerCard },
    operator: {
      name: config.operatorName ?? '',
      address: config.operatorAddress ?? '',
      mail: config.operatorMail ?? '',
      ...(config.operatorTaxOffice && { taxOffice: config.operatorTaxOffice }),
      ...(config.operatorTaxNumber && { taxNumber: config.operatorTaxNumber }),
    },
    faces: { both: { ...NO_FACE }, app: { ...NO_FACE }, theme: { ...NO_FACE } },
    beginning: { demo: false },
    ticketKey: Buffer.from(
      hkdfSync('sha256', config.sealingKey, Buffer.alloc(0), 'arasta:tickets', 32),
    ),
    checkAnswers: config.mode !== 'production',
    itemState,
    siteStamp,
    itemName,
    developerAsked,
    contactMailTo: config.contactMailTo ?? null,
    alertMailTo: config.alertMailTo ?? null,
    itemReviews,
    notifyApp,
    productOrderChanged,
    writeAudit,
    mailCredentialChange,
  }
}
