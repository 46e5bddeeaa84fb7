import { z } from 'zod'
import { formerKeySchema } from '#modules/catalog/packages/sign-package.ts'
import { readPanelHostRule } from '#modules/stores/platforms/panel-host.ts'
import { isEmail } from '#lib/email.ts'
import { type ClamdAddress, readClamdAddress } from '#lib/clamd.ts'
import { emailField } from '#lib/field-schema.ts'
import { bareHost } from '#lib/foreign/foreign-http.ts'
import { isLoopbackHost } from '#lib/foreign/public-address.ts'
import { isPlatformId, MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { readSettings, SettingsFault, type SettingTable, type SettingsOf } from '#lib/settings.ts'
import { readBrand } from '#modules/market/brand.ts'
import {
  GATEWAY_SETTINGS,
  requireGatewaySettings,
  requirePayoutSettings,
} from './gateway-settings.ts'

const origin = z.url().transform((value) => new URL(value).origin)
const port = z.coerce.number().int().min(0).max(65_535)
const originList = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => new URL(part).origin),
)
/** `name=value,name=value`, values percent-encoded. */
const headerList = z.string().transform((value, check) => {
  const pairs = value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => /^\s*([\w-]{1,100})\s*=(.*)$/.exec(part))
  try {
    return Object.fromEntries(
      pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!.trim())] as const),
    )
  } catch {
    check.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
    return z.NEVER
  }
})
const bytes32 = z
  .base64()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64')
const jwk = z.string().transform((value, check) => {
  try {
    return z
      .object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        d: z.string().optional(),
        kid: z.string(),
      })
      .parse(JSON.parse(value))
  } catch {
    check.addIssue({ code: 'custom', message: 'must be an Ed25519 JWK with a kid' })
    return z.NEVER
  }
})

const formerKeys = z.string().transform((value, check) => {
  try {
    return z.array(formerKeySchema).max(50).parse(JSON.parse(value))
  } catch {
    check.addIssue({
      code: 'custom',
      message: 'must be a list of Ed25519 public JWKs, each with kid and until',
    })
    return z.NEVER
  }
})

const formerSealingKeys = z.string().transform((value, check) => {
  try {
    return z.record(z.string().regex(/^[a-z0-9-]{1,20}$/), bytes32).parse(JSON.parse(value))
  } catch {
    check.addIssue({
      code: 'custom',
      message: 'must be a JSON object of key ids and 32 bytes in base64 each',
    })
    return z.NEVER
  }
})

const panelHostRule = z.string().transform((value, check) => {
  const rule = readPanelHostRule(value)
  if (rule) return rule
  check.addIssue({
    code: 'custom',
    message: 'must be two host names with = between them, the first with {shop} once',
  })
  return z.NEVER
})

const brand = z.string().transform((value, check) => {
  try {
    return readBrand(value)
  } catch (error) {
    check.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** All settings of the product. The launcher provides those that a demo on one machine needs. */
export const SETTINGS = {
  mode: {
    env: 'NODE_ENV',
    doc: 'How it runs: production, development or test.',
    schema: z.enum(['production', 'development', 'test']),
    default: 'production',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'The PostgreSQL (18 or newer) to use, e.g. postgres://user:password@host/arasta.',
    schema: z.string().min(1),
    secret: true,
  },
  databasePool: {
    env: 'DATABASE_POOL',
    doc: 'Connections a process keeps at most, and as many again for what it reads most.',
    schema: z.coerce.number().int().min(2).max(200),
    default: '12',
  },
  roles: {
    env: 'ROLES',
    doc: 'What this process does: any of web, worker, installer, preview, separated by commas.',
    schema: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(['web', 'worker', 'installer', 'preview'])).min(1)),
    default: 'web,worker,installer,preview',
  },
  demoCatalogue: {
    env: 'DEMO_CATALOGUE',
    doc: "Whether a market that begins is given the demo's items: 1 or 0. Kept with the market: what it says at a later start changes nothing.",
    schema: z.enum(['0', '1']).transform((value) => value === '1'),
    default: '1',
  },
  platformId: {
    env: 'PLATFORM_ID',
    doc: 'Number of the one platform that the storefronts run for (S1.2), at APP_ORIGIN and THEME_ORIGIN. Without it they run for every platform of the market, each at its hosts (D26).',
    schema: z
      .string()
      .trim()
      .refine(isPlatformId, `must be a whole number from 1 to ${MAX_PLATFORM_ID}`)
      .transform(Number)
      .optional(),
  },
  appOrigin: {
    env: 'APP_ORIGIN',
    doc: 'Address of the app store as browsers see it.',
    schema: origin,
    default: 'http://apps.localhost:3000',
  },
  appPort: {
    env: 'APPS_PORT',
    doc: 'Port the app store listens on.',
    schema: port,
    default: '3000',
  },
  themeOrigin: {
    env: 'THEME_ORIGIN',
    doc: 'Address of the theme store as browsers see it.',
    schema: origin,
    default: 'http://themes.localhost:3001',
  },
  themePort: {
    env: 'THEMES_PORT',
    doc: 'Port the theme store listens on.',
    schema: port,
    default: '3001',
  },
  installerOrigin: {
    env: 'INSTALLER_ORIGIN',
    doc: 'Address of the installer service as platforms see it.',
    schema: origin,
    default: 'http://installer.localhost:3300',
  },
  installerPort: {
    env: 'INSTALLER_PORT',
    doc: 'Port the installer service listens on.',
    schema: port,
    default: '3300',
  },
  previewOrigin: {
    env: 'PREVIEW_ORIGIN',
    doc: 'Address of live previews; each stands on a host of its own below it, so all of them must lead here. Best a site of its own.',
    schema: origin,
    default: 'http://preview.localhost:3500',
  },
  previewPort: {
    env: 'PREVIEW_PORT',
    doc: 'Port live previews are served on.',
    schema: port,
    default: '3500',
  },
  demonstrationStore: {
    env: 'DEMONSTRATION_STORE',
    doc: "The demo platform's id of the store that anybody may see items on; without one only signed-in owners see previews.",
    schema: z.string().min(1).max(200).optional(),
  },
  scratchStore: {
    env: 'SCRATCH_STORE',
    doc: "The demo platform's id of the store on which what partners hand in is installed and uninstalled once; without one a reviewer must try it by hand.",
    schema: z.string().min(1).max(200).optional(),
  },
  chromiumPath: {
    env: 'CHROMIUM_PATH',
    doc: 'A Chromium that takes pictures of that store; without one a reviewer looks by hand.',
    schema: z.string().min(1).optional(),
  },
  chromiumLibraries: {
    env: 'CHROMIUM_LIBRARIES',
    doc: 'A folder with libraries that this Chromium needs and the system lacks.',
    schema: z.string().min(1).optional(),
  },
  consoleOrigin: {
    env: 'CONSOLE_ORIGIN',
    doc: 'Address of the console (partners and operators) as browsers see it; a host of its own.',
    schema: origin,
    default: 'http://console.localhost:3200',
  },
  consolePort: {
    env: 'CONSOLE_PORT',
    doc: 'Port the console listens on.',
    schema: port,
    default: '3200',
  },
  commandLinePackage: {
    env: 'COMMAND_LINE_PACKAGE',
    doc: 'What partners install the command line from: its package in a registry of npm, or the https address of arasta-<version>.tgz. Without one their page asks them to write to the market.',
    // Shown in a line that people paste into a shell.
    schema: z
      .string()
      .max(300)
      .regex(/^(https:\/\/)?[\w@][\w@./:+-]*$/)
      .optional(),
  },
  openIdIssuer: {
    env: 'OPENID_ISSUER',
    doc: 'Issuer of an OpenID provider that people of the console may sign in at, e.g. https://login.example.com. With it OPENID_CLIENT_ID and OPENID_CLIENT_SECRET.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  openIdClientId: {
    env: 'OPENID_CLIENT_ID',
    doc: "The console's name there; it is sent back to CONSOLE_ORIGIN/sign-in/openid.",
    schema: z.string().min(1).max(300).optional(),
  },
  openIdClientSecret: {
    env: 'OPENID_CLIENT_SECRET',
    doc: 'Its secret there.',
    schema: z.string().min(1).max(500).optional(),
    secret: true,
  },
  openIdName: {
    env: 'OPENID_NAME',
    doc: 'What people call that provider; stands on the button.',
    schema: z.string().trim().min(1).max(60),
    default: 'OpenID',
  },
  listenHost: {
    env: 'LISTEN_HOST',
    doc: 'Address to listen on. Set 0.0.0.0 to be reached from other machines.',
    schema: z.string().min(1),
    default: '127.0.0.1',
  },
  healthPort: {
    env: 'HEALTH_PORT',
    doc: 'Port of its own for /health/live and /health/ready, which every other port answers too; needed where a process has the role worker alone.',
    schema: port.optional(),
  },
  metricsPort: {
    env: 'METRICS_PORT',
    doc: 'Port of its own for figures of this process, as Prometheus reads them at /metrics; without one nothing is measured. Keep it from the public.',
    schema: port.optional(),
  },
  requestLog: {
    env: 'REQUEST_LOG',
    doc: 'Whether each request is a line of the log: 1 or 0. It says what was asked for, how it ended and how long it took, and nothing that the client sent.',
    schema: z.enum(['0', '1']).transform((value) => value === '1'),
    default: '0',
  },
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'Address of an OpenTelemetry collector that takes traces as OTLP by HTTP, e.g. http://127.0.0.1:4318; without one nothing is traced.',
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((value) => value.replace(/\/$/, ''))
      .optional(),
  },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    doc: 'Headers that it wants, e.g. api-key=…, separated by commas.',
    schema: headerList,
    default: '',
    secret: true,
  },
  traceRatio: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    doc: 'The part of requests and jobs that is traced, from 0 to 1.',
    schema: z.coerce.number().min(0).max(1),
    default: '0.1',
  },
  tracedOrigins: {
    env: 'TRACED_ORIGINS',
    doc: 'Origins of our own that are told the trace context (traceparent) of calls to them, separated by commas. Platforms, shops and gateways are told nothing.',
    schema: originList,
    default: '',
  },
  shutdownDelaySeconds: {
    env: 'SHUTDOWN_DELAY_SECONDS',
    doc: 'How long a process that is told to stop still takes requests, while /health/ready says that it is not ready; longer than two probes of the proxy in front.',
    schema: z.coerce.number().int().min(0).max(60),
    default: '1',
  },
  trustedHops: {
    env: 'TRUST_PROXY',
    doc: 'How many proxies in front append to X-Forwarded-For, one after another: usually 1. The caller is the entry that the first of them wrote, counted from the right; with 0 the header is ignored.',
    schema: z.coerce.number().int().min(0).max(10),
    default: '0',
  },
  buildFolder: {
    env: 'BUILD_FOLDER',
    doc: 'Where the storefront builds are.',
    schema: z.string(),
    default: 'build',
  },
  blobFolder: {
    env: 'BLOB_FOLDER',
    doc: 'Where packages are kept.',
    schema: z.string(),
    default: '.arasta/data/blobs',
  },
  blobsUrl: {
    env: 'BLOBS_URL',
    doc: 'A bucket for packages instead of BLOB_FOLDER, in a store that speaks S3: s3://bucket or s3://bucket/prefix.',
    schema: z
      .string()
      .regex(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/,
        'must be s3://bucket or s3://bucket/prefix',
      )
      .optional(),
  },
  blobsEndpoint: {
    env: 'BLOBS_ENDPOINT',
    doc: 'Address of that store.',
    schema: origin,
    default: 'https://s3.amazonaws.com',
  },
  blobsRegion: {
    env: 'BLOBS_REGION',
    doc: 'Its region.',
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/),
    default: 'us-east-1',
  },
  blobsAccessKeyId: {
    env: 'BLOBS_ACCESS_KEY_ID',
    doc: 'Our access key id there.',
    schema: z.string().min(1).optional(),
  },
  blobsSecretAccessKey: {
    env: 'BLOBS_SECRET_ACCESS_KEY',
    doc: 'Our secret access key there.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  clamavAddress: {
    env: 'CLAMAV_ADDRESS',
    doc: "Where ClamAV's daemon listens: host:port, or the path of its socket (/run/clamav/clamd.ctl). With it each package is scanned before it can be approved; its StreamMaxLength must be at least 64M.",
    schema: z
      .string()
      .refine((text) => readClamdAddress(text) !== null, 'must be host:port or a path')
      .transform((text) => readClamdAddress(text) as ClamdAddress)
      .optional(),
  },
  pageCacheMegabytes: {
    env: 'PAGE_CACHE_MB',
    doc: 'Memory for pages that are the same for all visitors, in megabytes; 0 renders every page anew.',
    schema: z.coerce.number().int().min(0).max(65_536),
    default: '32',
  },
  shedAtLagMs: {
    env: 'SHED_AT_LAG_MS',
    doc: 'How long requests may wait for the processor, on average and for two seconds, in milliseconds, before callers without a session are sent away with 503 unless their page is kept; 0: they never are.',
    schema: z.coerce.number().int().min(0).max(60_000),
    default: '250',
  },
  pagesPerMinute: {
    env: 'PAGES_PER_MINUTE',
    doc: 'Pages and searches that are made anew in a minute for one network address without a session, and half as many at once; what is kept is not counted.',
    schema: z.coerce.number().int().min(1).max(1_000_000),
    default: '600',
  },
  pageCacheSeconds: {
    env: 'PAGE_CACHE_SECONDS',
    doc: 'After how many seconds such a page is rendered anew although no change was announced.',
    schema: z.coerce.number().int().min(1).max(86_400),
    default: '60',
  },
  iconUpstream: {
    env: 'ICON_UPSTREAM',
    doc: 'An Iconify server that is asked first for icon sets (S7.38); without it only our own icons are served.',
    schema: origin.optional(),
  },
  sealingKeyId: {
    env: 'SEALING_KEY_ID',
    doc: 'Name of the key in SEALING_KEY, kept beside what it sealed so that keys can rotate.',
    schema: z.string().regex(/^[a-z0-9-]{1,20}$/),
    default: 'k1',
  },
  sealingKey: {
    env: 'SEALING_KEY',
    doc: 'A key of 32 random bytes in base64: encrypts store credentials and identity numbers (D23).',
    schema: bytes32,
    secret: true,
  },
  sealingFormerKeys: {
    env: 'SEALING_FORMER_KEYS',
    doc: 'Keys that were in SEALING_KEY before, as JSON: id to base64, the oldest first. Needed until the log says that nothing is sealed with them any more.',
    schema: formerSealingKeys,
    default: '{}',
    secret: true,
  },
  signingKey: {
    env: 'MARKET_SIGNING_JWK',
    doc: 'Ed25519 private JWK with kid: signs packages and the release log.',
    schema: jwk,
    secret: true,
  },
  formerKeys: {
    env: 'MARKET_FORMER_KEYS',
    doc: 'Public JWKs that the market signed with before, as a JSON list, each with until and, when it was withdrawn, withdrawn_at.',
    schema: formerKeys,
    default: '[]',
  },
  platformPublicKey: {
    env: 'PLATFORM_PUBLIC_JWK',
    doc: 'Ed25519 public JWK with kid of the platform that the market begins with.',
    schema: jwk.optional(),
  },
  connectorUrl: {
    env: 'CONNECTOR_URL',
    doc: 'Store Connector address of the platform that the market begins with.',
    schema: z.url().optional(),
  },
  connectorKeyId: {
    env: 'CONNECTOR_KEY_ID',
    doc: 'Client id at that connector.',
    schema: z.string().optional(),
  },
  connectorSecret: {
    env: 'CONNECTOR_SECRET',
    doc: 'Client secret there.',
    schema: z.string().optional(),
    secret: true,
  },
  connectorOrigins: {
    env: 'CONNECTOR_ORIGINS',
    doc: 'Origins of connectors in the private network of the market, separated by commas. Platforms of the console have connectors at public addresses otherwise.',
    schema: originList,
    default: '',
  },
  panelOrigins: {
    env: 'PANEL_ORIGINS',
    doc: 'Origins of the panel of the platform that the market begins with, separated by commas.',
    schema: originList,
    default: 'http://panel.localhost:3100',
  },
  panelHostRule: {
    env: 'PANEL_HOST_RULE',
    doc: "How the hosts of the platform's panels follow from its shops' (S9.6), e.g. {shop}.shops.example={shop}.panel.example; {shop} is one label. Without it all shops have the first of PANEL_ORIGINS.",
    schema: panelHostRule.optional(),
  },
  storeOrigins: {
    env: 'STORE_ORIGINS',
    doc: 'For a demo on one machine only: exact origins of shops on this machine (*.localhost or loopback), separated by commas. Refused where the market has a public address.',
    schema: originList,
    default: '',
  },
  nameServers: {
    env: 'NAME_SERVERS',
    doc: "Name servers that are asked for proofs of who runs a site, separated by commas, e.g. 9.9.9.9; without any the machine's own.",
    schema: z
      .string()
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^[0-9a-fA-F.:[\]]+$/))),
    default: '',
  },
  ...GATEWAY_SETTINGS,
  vatServiceUrl: {
    env: 'VAT_SERVICE_URL',
    doc: "Address of the EU's VAT service (VIES), which confirms VAT ids of companies; asked only where the market's company is in the European Union.",
    schema: z.url({ protocol: /^https?$/ }),
    default: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  },
  payTriesPerAddress: {
    env: 'PAY_TRIES_PER_ADDRESS',
    doc: 'Tries to pay from one network address in an hour that did not end in a payment, before it must wait.',
    schema: z.coerce.number().int().min(1).max(100_000),
    default: '30',
  },
  payTriesPerCard: {
    env: 'PAY_TRIES_PER_CARD',
    doc: 'The same for one card.',
    schema: z.coerce.number().int().min(1).max(100_000),
    default: '12',
  },
  webhookLogDays: {
    env: 'WEBHOOK_LOG_DAYS',
    doc: 'For how many days a webhook that was delivered, or given up, stays in the log and can be sent again.',
    schema: z.coerce.number().int().min(1).max(730),
    default: '90',
  },
  webhookMailMinutes: {
    env: 'WEBHOOK_MAIL_MINUTES',
    doc: 'For how many minutes an address for webhooks fails before its partner gets a mail.',
    schema: z.coerce.number().int().min(1).max(10_080),
    default: '60',
  },
  smtpUrl: {
    env: 'SMTP_URL',
    doc: 'Mail server that takes our mail, e.g. smtps://user:password@mail.example.com.',
    schema: z.url({ protocol: /^smtps?$/ }),
    default: 'smtp://127.0.0.1:3125',
    secret: true,
  },
  mailFrom: {
    env: 'MAIL_FROM',
    doc: 'Sender of our mail, e.g. Arasta <no-reply@example.com>; a name that the market is given in the console takes the place of this one.',
    schema: z
      .string()
      .max(300)
      .regex(
        /^(?:[^<>\u0000-\u001f]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address, or a name and an address in angle brackets',
      ),
    default: 'Arasta <no-reply@apps.localhost>',
  },
  contactMailTo: {
    env: 'CONTACT_MAIL_TO',
    doc: 'Address that receives each message from the contact form, e.g. hello@example.com. Without one they only lie in the inbox.',
    schema: z.string().refine(isEmail, 'must be an e-mail address').optional(),
  },
  alertMailTo: {
    env: 'ALERT_MAIL_TO',
    doc: "Address notified when the gateway's ledger and ours differ. Without one only the log says so.",
    schema: z.string().refine(isEmail, 'must be an e-mail address').optional(),
  },
  operatorName: {
    env: 'OPERATOR_NAME',
    doc: 'Legal name of who runs the market and sells to the stores; stands in legal texts and on invoices. With it OPERATOR_ADDRESS and OPERATOR_MAIL. Without them, and until the console is told, nothing is sold but in the demo.',
    schema: z.string().trim().min(1).max(200).optional(),
  },
  operatorAddress: {
    env: 'OPERATOR_ADDRESS',
    doc: 'Its postal address.',
    schema: z.string().trim().min(1).max(300).optional(),
  },
  operatorMail: {
    env: 'OPERATOR_MAIL',
    doc: 'Where people write to it.',
    schema: emailField().optional(),
  },
  operatorTaxOffice: {
    env: 'OPERATOR_TAX_OFFICE',
    doc: 'Its tax office, as it stands on invoices.',
    schema: z.string().trim().min(1).max(100).optional(),
  },
  operatorTaxNumber: {
    env: 'OPERATOR_TAX_NUMBER',
    doc: 'Its tax number, as it stands on invoices.',
    schema: z
      .string()
      .trim()
      .regex(/^[0-9A-Z-]{5,20}$/, 'must be a tax number')
      .optional(),
  },
  invoiceSeries: {
    env: 'INVOICE_SERIES',
    doc: 'Three letters that the numbers of our own invoices begin with; each series and year is counted by itself.',
    schema: z.string().regex(/^[A-Z]{3}$/),
    default: 'ARS',
  },
  brand: {
    env: 'BRAND',
    doc: "The platform's colours, radii and fonts as JSON; see below.",
    schema: brand.optional(),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    doc: 'What is logged: fatal, error, warn, info, debug or silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'info',
  },
} as const satisfies SettingTable

export type Config = SettingsOf<typeof SETTINGS>

/** Reads the environment; nothing else does. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const config = readSettings(SETTINGS, env)
  requireGatewaySettings(config)
  requirePayoutSettings(config)
  if (config.blobsUrl && !(config.blobsAccessKeyId && config.blobsSecretAccessKey))
    throw new SettingsFault([
      'BLOBS_ACCESS_KEY_ID or BLOBS_SECRET_ACCESS_KEY is missing: BLOBS_URL needs both.',
    ])
  const named = [config.operatorName, config.operatorAddress, config.operatorMail].filter(
    (one) => one !== undefined,
  ).length
  if (named !== 0 && named !== 3)
    throw new SettingsFault([
      'OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL go together: set all three, or none and write them in the console.',
    ])
  if (config.openIdIssuer !== undefined && !(config.openIdClientId && config.openIdClientSecret))
    throw new SettingsFault([
      'OPENID_CLIENT_ID or OPENID_CLIENT_SECRET is missing: OPENID_ISSUER needs both.',
    ])
  requireLocalShops(config)
  if (config.formerKeys.some((key) => key.kid === config.signingKey.kid))
    throw new SettingsFault([
      'MARKET_FORMER_KEYS names the key of MARKET_SIGNING_JWK: a key is the present one or a former one.',
    ])
  return config
}

/**
 * Requests may reach these origins on behalf of visitors, so they must be on this machine and the
 * market must not be public.
 */
function requireLocalShops({
  storeOrigins,
  appOrigin,
  themeOrigin,
  installerOrigin,
  consoleOrigin,
  previewOrigin,
}: Config): void {
  const isHere = (one: string) => isLoopbackHost(bareHost(new URL(one)))
  const far = storeOrigins.find((one) => !isHere(one))
  if (far !== undefined)
    throw new SettingsFault([`STORE_ORIGINS: ${far} is not an origin of this machine.`])
  const open = [appOrigin, themeOrigin, installerOrigin, consoleOrigin, previewOrigin].find(
    (one) => !isHere(one),
  )
  if (storeOrigins.length > 0 && open !== undefined)
    throw new SettingsFault([
      `STORE_ORIGINS is for a demo on one machine, and this market is at ${open}: shops are reached at their public addresses.`,
    ])
}
