// Who may import whom (ARCHITECTURE.md). `npm test` runs these rules over the tree and over a
// planted violation.
// A module imports only those before it.
const MODULES = [
  'mail',
  'identity',
  'stores',
  'currencies',
  'messaging',
  'catalog',
  'orders',
  'billing',
  'installs',
  'apps',
  'publishing',
  'reviews',
  'earnings',
  'analytics',
  'market',
]

const between = (later, earlier) => ({
  name: `${earlier}-before-${later}`,
  comment: `Modules form a list: ${earlier} comes before ${later} and must not import it.`,
  severity: 'error',
  from: { path: `^modules/${earlier}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^modules/${later}/`, dependencyTypesNot: ['type-only'] },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^lib/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(modules|kernel|server|apps|ui|db|tools|proofs|bench|test|locales)/' },
    },
    {
      name: 'ui-knows-lib-only',
      severity: 'error',
      from: { path: '^ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(modules|kernel|server|apps|db|tools|proofs|bench|test)/' },
    },
    {
      name: 'kernel-imports-no-module',
      comment: 'Modules add their services to the context by declaration merging (public.ts).',
      severity: 'error',
      from: { path: '^kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: '^modules/' },
    },
    {
      name: 'modules-do-not-import-transports',
      severity: 'error',
      from: { path: '^(modules|kernel)/', pathNot: '(\\.test|\\.support|\\.suite)' },
      to: { path: '^(server|apps|tools|proofs|bench|test)/' },
    },
    {
      name: 'db-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^db/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(modules|kernel|server|apps|ui|tools|proofs|bench)/' },
    },
    {
      name: 'production-never-imports-the-demo',
      severity: 'error',
      from: {
        path: '^(apps|modules|kernel|server|lib|ui|db|locales)/',
        pathNot: '(\\.test|\\.support|\\.suite)',
      },
      to: { path: '^demo/' },
    },
    {
      name: 'server-runs-on-its-own-dependencies',
      comment: 'An install for production has the dependencies of the root package only.',
      severity: 'error',
      from: {
        path: '^(apps|modules|kernel|server|lib|ui|db|locales)/',
        pathNot: [
          '(\\.test|\\.support|\\.suite|/testing/)',
          // These build, before a server is installed.
          '(\\.config\\.ts|^apps/(console|storefront)/routes\\.ts|^apps/storefront/inline-source\\.ts|^apps/loader/build\\.ts)$',
        ],
      },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'demo-declares-what-it-imports',
      severity: 'error',
      from: { path: '^demo/' },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'doubles-stand-alone',
      comment: "The demo shop, the bank and the VAT service stand for somebody else's software.",
      severity: 'error',
      from: { path: '^demo/(shop|sandbox-bank|vat-service)/', pathNot: '(\\.test|testing/)' },
      to: { path: '^(apps|modules|kernel|server|db|ui|locales|tools|proofs|bench|demo/catalog)/' },
    },
    {
      name: 'other-modules-through-public-and-contract',
      severity: 'error',
      from: { path: '^modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^modules/[^/]+/',
        pathNot: [
          '^modules/$1/',
          '/(public|contract|find-contract|legal-texts|places|placeholders|manifest|versions)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...MODULES.flatMap((earlier, index) =>
      MODULES.slice(index + 1).map((later) => between(later, earlier)),
    ),
    {
      name: 'browser-code-never-reaches-the-server',
      severity: 'error',
      from: {
        path: ['^(ui|apps/(storefront|console))/', '^modules/.*contract\\.ts$', '^modules/.*/ui/'],
        pathNot: '(\\.test\\.tsx?$|entry\\.server|\\.config\\.ts$)',
      },
      to: {
        path: ['^(server|db)/', '^modules/.*/(data|public)\\.ts$', '^modules/orders/gateways/'],
        reachable: true,
      },
    },
    {
      name: 'pure-decisions-stay-pure',
      severity: 'error',
      from: { path: '^modules/.*/(rules|transitions)\\.ts$' },
      to: {
        path: ['^(server|db)/', '^modules/.*/data\\.ts$', '^modules/orders/gateways/'],
        reachable: true,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.react-router|^build/)' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
