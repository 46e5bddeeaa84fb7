import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// S1.1, S1.2: build settings. `build-settings.ts` checks them when the build is loaded.
const market = process.env.MARKET ?? 'app'
const platformId = process.env.PLATFORM_ID ?? '1'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  define: {
    __MARKET__: JSON.stringify(market),
    __PLATFORM_ID__: JSON.stringify(Number(platformId)),
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
