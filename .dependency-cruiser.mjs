// Who may import whom (ARCHITECTURE.md). `npm test -- rules` checks it, and that a planted violation is found.

/** Contexts in the order in which they may use each other. */
const CONTEXTS = ['notifications', 'platforms', 'accounts', 'contact', 'catalog', 'checkout', 'installs', 'reviews', 'partners', 'backoffice']

const TESTS = '\\.test\\.tsx?$|\\.suite\\.ts$|/testing/'

const OPEN_TO_BROWSERS = '[^/]+/((contract|rules|errors)\\.ts$|ui/)'

const contextOrder = CONTEXTS.flatMap((name, index) => {
  const later = CONTEXTS.slice(index + 1)
  const earlier = CONTEXTS.slice(0, index)
  return [
    ...later.length === 0 ? [] : [{
      name: `${name}-knows-no-later-context`, severity: 'error',
      comment: 'News for a later context is an event that it subscribes to.',
      from: { path: `^contexts/${name}/`, pathNot: TESTS }, to: { path: `^contexts/(${later.join('|')})/` },
    }],
    ...earlier.length === 0 ? [] : [{
      name: `${name}-uses-others-by-their-door`, severity: 'error',
      comment: 'Of an earlier context only public.ts, contract.ts and ui/ are open.',
      from: { path: `^contexts/${name}/`, pathNot: TESTS },
      to: { path: `^contexts/(${earlier.join('|')})/`, pathNot: '^contexts/[^/]+/(public\\.ts|contract\\.ts|ui/)' },
    }],
  ]
})

export default {
  forbidden: [
    {
      name: 'lib-knows-nothing-of-the-product', severity: 'error',
      from: { path: '^lib/', pathNot: TESTS }, to: { path: '^(apps|contexts|db|locales|server|test|tools|ui)/' },
    },
    {
      name: 'ui-knows-lib-only', severity: 'error',
      from: { path: '^ui/', pathNot: TESTS }, to: { path: '^(apps|contexts|db|server|test|tools)/' },
    },
    {
      name: 'contexts-know-no-app-and-no-server', severity: 'error',
      from: { path: '^contexts/', pathNot: TESTS }, to: { path: '^(apps|server|test|tools)/' },
    },
    {
      name: 'contexts-are-entered-by-their-doors', severity: 'error',
      comment: 'The server wires operations and jobs, so it sees those as well, but no context\'s data.',
      from: { path: '^(apps|server)/', pathNot: TESTS }, to: { path: '^contexts/[^/]+/(data|rules)\\.ts$' },
    },
    {
      name: 'browser-code-stays-in-the-browser', severity: 'error',
      comment: 'What screens share with the server imports only its like, so no way leads from it to data or the outside world. Types are no way.',
      from: { path: `^contexts/${OPEN_TO_BROWSERS}`, pathNot: TESTS },
      to: { path: '^(db|server)/|^contexts/', pathNot: `^contexts/${OPEN_TO_BROWSERS}`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product', severity: 'error',
      from: { path: '^(apps|contexts|db|lib|locales|server|ui)/', pathNot: TESTS }, to: { path: `^test/|${TESTS}` },
    },
    ...contextOrder,
  ],
  options: {
    // Its TypeScript parser finds nothing with TypeScript 7, and then stays green.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.react-router/|^build/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] },
  },
}
