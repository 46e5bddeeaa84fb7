import { randomBytes } from 'node:crypto'
import { versionsOf } from '../seed-items.ts'
import { openDemoPanel } from './demo-panel.ts'
import type { OpenSystem } from './other-system.ts'
import { fleetId, publicHalf, signInFromPanel } from './panel.ts'

/** The demo platform alone, as the settings of a market describe it. */
export const demoPlatform: OpenSystem = async (around) => {
  const panel = await openDemoPanel(around)
  const client = { id: 'arasta', secret: randomBytes(32).toString('base64url') }
  return {
    ...panel,
    settings: {
      PLATFORM_ID: String(panel.id),
      PLATFORM_PUBLIC_JWK: JSON.stringify(publicHalf(panel.key)),
      CONNECTOR_URL: panel.connector,
      CONNECTOR_KEY_ID: client.id,
      CONNECTOR_SECRET: client.secret,
      PANEL_ORIGINS: panel.origin,
    },
    shelf: { platforms: [panel.id], versionsOf },
    start: () => panel.start(client),
    openOwner: (n, world) => signInFromPanel(panel, world, fleetId(n + 1)),
  }
}
