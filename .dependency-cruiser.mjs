// Who may import whom (ARCHITECTURE.md). `npm test` runs these rules over the tree and over a planted violation.
const CONTEXTS = ['notifications', 'platforms', 'accounts', 'contact', 'catalog', 'checkout', 'installs', 'webhooks', 'rights', 'in-app', 'reviews', 'people', 'partners', 'statements', 'earnings', 'texts', 'submissions', 'rollouts', 'figures', 'backoffice']

const between = (later, earlier) => ({
  name: `${earlier}-before-${later}`,
  comment: `Contexts form a list: ${earlier} comes before ${later} and must not know it. News for a later context is an event or a port in ctx.ts.`,
  severity: 'error',
  from: { path: `^contexts/${earlier}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^contexts/${later}/`, dependencyTypesNot: ['type-only'] },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'lib-knows-nothing-of-the-product', severity: 'error', from: { path: '^lib/', pathNot: '\\.test\\.ts$' }, to: { path: '^(contexts|server|apps|ui|db|tools|test|locales)/' } },
    { name: 'ui-knows-lib-only', severity: 'error', from: { path: '^ui/', pathNot: '\\.test\\.tsx?$' }, to: { path: '^(contexts|server|apps|db|tools|test)/' } },
    { name: 'contexts-do-not-know-who-uses-them', severity: 'error', from: { path: '^contexts/', pathNot: '(\\.test|\\.support|\\.suite)' }, to: { path: '^(server|apps|tools|test)/' } },
    { name: 'db-knows-nothing-of-the-product', severity: 'error', from: { path: '^db/', pathNot: '\\.test\\.ts$' }, to: { path: '^(contexts|server|apps|ui|tools)/' } },
    { name: 'doubles-stand-alone', comment: 'The demo shop and the bank stand for somebody else\'s software.', severity: 'error',
      from: { path: '^apps/(demo-shop|sandbox-bank)/', pathNot: '(\\.test|testing/)' }, to: { path: '^(contexts|server|db|ui|locales|tools)/' } },
    { name: 'other-contexts-by-their-public-face', severity: 'error', from: { path: '^contexts/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^contexts/[^/]+/', pathNot: '^contexts/($1/|[^/]+/(public|contract|find-contract|legal-texts|packages/(placeholders|manifest|versions))\\.ts$)', dependencyTypesNot: ['type-only'] } },
    ...CONTEXTS.flatMap((earlier, index) => CONTEXTS.slice(index + 1).map(later => between(later, earlier))),
    { name: 'browser-code-never-reaches-the-server', severity: 'error', from: { path: '^(ui/|apps/(storefront|console)/|contexts/[^/]+/([^/]*contract\\.ts$|ui/))', pathNot: '(\\.test\\.tsx?$|entry\\.server|\\.config\\.ts$)' },
      to: { path: '^(server/|db/|contexts/[^/]+/(data|public)\\.ts$|contexts/[^/]+/gateways/)', reachable: true } },
    { name: 'pure-decisions-stay-pure', severity: 'error', from: { path: '^contexts/[^/]+/(rules|transitions)\\.ts$' }, to: { path: '^(server/|db/|contexts/[^/]+/data\\.ts$|contexts/[^/]+/gateways/)', reachable: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.react-router|^build/)' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'], extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
}
