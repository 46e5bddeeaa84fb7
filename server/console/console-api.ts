import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { makeApi } from '../http-transport.ts'
import {
  hasToken,
  makeConsoleCtx,
  makeTokenCtx,
  requireConsoleOrigin,
  writeCookies,
  type ConsoleSite,
} from './context.ts'
import { CONSOLE_OPERATIONS } from '../operations.ts'

/** The API of the console, for its own pages (cookies) and partners' programs (tokens). */
export const makeConsoleApi = (services: Services, site: ConsoleSite) =>
  makeApi<ConsoleCtx>(services, {
    operations: CONSOLE_OPERATIONS,
    title: () => `${services.faces.both.name} console`,
    hasDocs: false,
    gate: site.gate,
    async makeContext(c) {
      if (hasToken(c)) return makeTokenCtx(c, services, site)
      if (c.req.method !== 'GET') requireConsoleOrigin(c, site)
      return makeConsoleCtx(c, services, site)
    },
    onAnswer: writeCookies,
  })
