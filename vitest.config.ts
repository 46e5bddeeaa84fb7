import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/build/**', '**/.react-router/**', '**/.arasta/**']
const setupFiles = ['tools/launch/testing/no-console-error.ts']
const globalSetup = ['tools/launch/testing/database-setup.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{lib,contexts,server,db,apps,ui,locales,tools}/**/*.test.{ts,tsx}'],
          exclude, setupFiles, globalSetup, testTimeout: 60_000, hookTimeout: 60_000,
        },
      },
      { test: { name: 'whole', include: ['test/whole/**/*.test.ts'], exclude, setupFiles, globalSetup, testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude,
          setupFiles,
          globalSetup: ['tools/launch/testing/journeys-setup.ts'],
          // One product for all: a journey that lets every session run out would end another's.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
