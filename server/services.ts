import { DEFAULT_COUNTRY } from '#lib/countries.ts'
import { DEFAULT_ZONE, zonesFrom } from '#lib/market-days.ts'
import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Clock } from '#lib/clock.ts'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { LOCALES } from '#lib/locale.ts'
import { type HttpClient, createHttp } from '#lib/http.ts'
import { type Cache, noCache } from '#lib/cache.ts'
import { createDnsResolver } from '#lib/dns.ts'
import type { Services } from '#kernel/context.ts'
import { notifyApp, productOrderChanged, subscriptionChanged } from '#modules/apps/public.ts'
import type { PrivateKey } from '#modules/catalog/packages/sign-package.ts'
import { createMissedSearches, itemName } from '#modules/catalog/public.ts'
import { mailCredentialChange, writeAudit } from '#modules/identity/public.ts'
import { subscriptionOrderPaid, subscriptionOrderRefunded } from '#modules/billing/public.ts'
import { itemOrderPaid, itemState, siteVersionHash } from '#modules/installs/public.ts'
import { createSmtpMailer } from '#modules/mail/mailer.ts'
import { DEFAULT_BRANDING } from '#modules/market/public.ts'
import { createLocalInvoices } from '#modules/orders/invoices/local-invoices.ts'
import { createVies } from '#modules/orders/vies.ts'
import { mailAttachment, pricesInBundles } from '#modules/orders/public.ts'
import { notifyDeveloper } from '#modules/publishing/public.ts'
import { chromiumCamera } from '#modules/publishing/submissions/chromium-camera.ts'
import { createClamavScanner } from '#modules/publishing/scans/clamav.ts'
import { itemReviews } from '#modules/reviews/public.ts'
import type { Config } from './config.ts'
import { join } from 'node:path'
import { type PackageBlobs, diskBlobs, s3Blobs } from '#modules/catalog/package-blobs.ts'
import { createIyzicoProvider } from '#modules/earnings/payouts/providers/iyzico.ts'
import type { PayoutProvider } from '#modules/earnings/payouts/providers/provider.ts'
import { createSandboxProvider } from '#modules/earnings/payouts/providers/sandbox.ts'
import { createStripeProvider } from '#modules/earnings/payouts/providers/stripe.ts'
import type { Gateway } from '#modules/orders/gateways/gateway.ts'
import { measureGateway } from '#modules/orders/gateways/measured-gateway.ts'
import { createIyzicoGateway } from '#modules/orders/gateways/iyzico.ts'
import { createSandboxGateway } from '#modules/orders/gateways/sandbox.ts'
import { createStripeGateway } from '#modules/orders/gateways/stripe.ts'
import { GATEWAY_NAMES, type GatewaySettings, isConfigured } from './gateway-settings.ts'

const operatorOf = (config: Config): Services['operator'] => ({
  country: DEFAULT_COUNTRY,
  name: config.operatorName ?? '',
  address: config.operatorAddress ?? '',
  mail: config.operatorMail ?? '',
  ...(config.operatorTaxOffice && { taxOffice: config.operatorTaxOffice }),
  ...(config.operatorTaxNumber && { taxNumber: config.operatorTaxNumber }),
})

/**
 * Creates the services with the real adapters. `jobs` is passed in, because the queue needs a
 * database first.
 */
export function makeServices(
  config: Config,
  parts: { db: Db; clock: Clock; log: Logger; jobs: Services['jobs']; cache?: Cache },
): Services {
  // Configured addresses may be in a private network, nothing else may (D7).
  const connectorOrigins = [
    ...config.connectorOrigins,
    ...(config.connectorUrl ? [new URL(config.connectorUrl).origin] : []),
  ]
  const trustedHttp = createHttp({
    allowOrigins: [
      ...gatewayOrigins(config),
      ...connectorOrigins,
      ...(config.iconUpstream ? [config.iconUpstream] : []),
      new URL(config.vatServiceUrl).origin,
    ],
  })
  // Replaced by `liveSettings`.
  const zones = zonesFrom(DEFAULT_ZONE)
  return {
    cache: noCache,
    ...parts,
    http: createForeignHttp({ localOrigins: config.storeOrigins }),
    trustedHttp,
    connectorOrigins,
    names: createDnsResolver({ servers: config.nameServers }),
    gateway: measureGateway(openGateway(config, { http: trustedHttp, clock: parts.clock })),
    formerGateway: formerGateways(config, { http: trustedHttp, clock: parts.clock }),
    payoutProviders: openPayoutProviders(config, { http: trustedHttp, clock: parts.clock }),
    mailer: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
    mailAttachment,
    camera:
      config.chromiumPath === undefined
        ? null
        : chromiumCamera(config.chromiumPath, config.chromiumLibraries),
    malwareScanner:
      config.clamavAddress === undefined ? null : createClamavScanner(config.clamavAddress),
    invoices: createLocalInvoices({
      db: parts.db,
      clock: parts.clock,
      zones,
      series: config.invoiceSeries,
    }),
    vatAuthority: createVies({ http: trustedHttp, url: config.vatServiceUrl }),
    blobs: openBlobs(config, parts.clock),
    missedSearches: createMissedSearches(),
    signingKey: config.signingKey as PrivateKey,
    formerKeys: config.formerKeys,
    sealing: {
      current: config.sealingKeyId,
      keys: { ...config.sealingFormerKeys, [config.sealingKeyId]: config.sealingKey },
    },
    // Filled by `renewSites`.
    sites: [],
    origins: {
      app: config.appOrigin,
      theme: config.themeOrigin,
      installer: config.installerOrigin,
      bank: config.bankUrl,
      preview: config.previewOrigin,
      console: config.consoleOrigin,
    },
    payTries: { perAddress: config.payTriesPerAddress, perCard: config.payTriesPerCard },
    webhookLog: { days: config.webhookLogDays, mailAfterMinutes: config.webhookMailMinutes },
    operator: operatorOf(config),
    branding: {
      both: { ...DEFAULT_BRANDING },
      app: { ...DEFAULT_BRANDING },
      theme: { ...DEFAULT_BRANDING },
    },
    // Replaced by `liveSettings`.
    languages: [...LOCALES],
    zones,
    returnDays: { value: 14 },
    demo: { isLoaded: false },
    downloadTokenKey: Buffer.from(
      hkdfSync('sha256', config.sealingKey, Buffer.alloc(0), 'arasta:tickets', 32),
    ),
    checkAnswers: config.mode !== 'production',
    itemState,
    pricesInBundles,
    siteVersionHash,
    itemName,
    notifyDeveloper,
    commandLinePackage: config.commandLinePackage ?? null,
    contactMailTo: config.contactMailTo ?? null,
    alertMailTo: config.alertMailTo ?? null,
    itemReviews,
    notifyApp,
    productOrderChanged,
    itemOrderPaid,
    subscriptionOrderPaid,
    subscriptionOrderRefunded,
    subscriptionChanged,
    writeAudit,
    mailCredentialChange,
  }
}

/** Packages are stored on disk or in the configured bucket. */
export function openBlobs(config: Config, clock: Clock): PackageBlobs {
  if (!config.blobsUrl) return diskBlobs(config.blobFolder)
  const [bucket = '', ...prefix] = config.blobsUrl.slice('s3://'.length).split('/').filter(Boolean)
  return s3Blobs(
    {
      endpoint: config.blobsEndpoint,
      region: config.blobsRegion,
      bucket,
      prefix: prefix.map((part) => `${part}/`).join(''),
      // `readConfig` requires both.
      accessKeyId: config.blobsAccessKeyId ?? '',
      secretAccessKey: config.blobsSecretAccessKey ?? '',
      pictureFolder: join(config.blobFolder, 'pictures'),
    },
    { http: createHttp({ allowOrigins: [config.blobsEndpoint] }), clock },
  )
}

/**
 * Origins of the configured gateways and payout providers. Test doubles may be in a private
 * network.
 */
export const gatewayOrigins = (settings: GatewaySettings): string[] =>
  GATEWAY_NAMES.filter(
    (name) => isConfigured(settings, name) || settings.payoutProviders.includes(name),
  ).map(
    (name) =>
      ({ sandbox: settings.bankUrl, iyzico: settings.iyzicoUrl, stripe: settings.stripeUrl })[name],
  )

/** Opens the configured payout providers. Their settings were validated at start. */
export const openPayoutProviders = (
  settings: GatewaySettings,
  parts: { http: HttpClient; clock: Clock },
): PayoutProvider[] => {
  const given = (value: string | undefined) => value ?? ''
  const open: Record<GatewaySettings['gateway'], () => PayoutProvider> = {
    sandbox: () =>
      createSandboxProvider(
        {
          url: settings.bankUrl,
          merchantId: settings.bankMerchantId,
          merchantSecret: given(settings.bankMerchantSecret),
        },
        parts,
      ),
    stripe: () =>
      createStripeProvider(
        { url: settings.stripeUrl, secretKey: given(settings.stripeSecretKey) },
        parts,
      ),
    iyzico: () =>
      createIyzicoProvider(
        {
          url: settings.iyzicoUrl,
          apiKey: given(settings.iyzicoApiKey),
          secretKey: given(settings.iyzicoSecretKey),
        },
        parts,
      ),
  }
  return settings.payoutProviders.map((name) => open[name]())
}

/**
 * Former gateways with complete settings, for payments that they started. Each is opened on first
 * use.
 */
export function formerGateways(
  settings: GatewaySettings,
  parts: { http: HttpClient; clock: Clock },
): (name: string) => Gateway | null {
  const open = new Map<string, Gateway>()
  return (given) => {
    const name = GATEWAY_NAMES.find((one) => one === given)
    if (!name || name === settings.gateway || !isConfigured(settings, name)) return null
    const gateway =
      open.get(name) ?? measureGateway(openGateway({ ...settings, gateway: name }, parts))
    open.set(name, gateway)
    return gateway
  }
}

/** Opens the configured gateway. Its settings were validated at start. */
export function openGateway(
  settings: GatewaySettings,
  parts: { http: HttpClient; clock: Clock },
): Gateway {
  const given = (value: string | undefined) => value ?? ''
  switch (settings.gateway) {
    case 'sandbox':
      return createSandboxGateway(
        {
          url: settings.bankUrl,
          merchantId: settings.bankMerchantId,
          merchantSecret: given(settings.bankMerchantSecret),
        },
        parts,
      )
    case 'stripe':
      return createStripeGateway(
        {
          url: settings.stripeUrl,
          scriptUrl: settings.stripeScriptUrl,
          secretKey: given(settings.stripeSecretKey),
          publishableKey: given(settings.stripePublishableKey),
          webhookSecret: given(settings.stripeWebhookSecret),
        },
        parts,
      )
    case 'iyzico':
      return createIyzicoGateway(
        {
          url: settings.iyzicoUrl,
          apiKey: given(settings.iyzicoApiKey),
          secretKey: given(settings.iyzicoSecretKey),
          cardFields: settings.iyzicoCardFields,
        },
        parts,
      )
  }
}
