import type { Config } from '@react-router/dev/config'

// One source with two builds (S1.1): build/storefront-app and build/storefront-theme.
const market = process.env.MARKET === 'theme' ? 'theme' : 'app'

export default {
  appDirectory: '.',
  buildDirectory: `../../build/storefront-${market}`,
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
