import { wholeList } from '#lib/wire.ts'
import { implement } from '../ctx.ts'
import { listPlatforms as contract } from './contract.ts'
import { logoPath, MAIN_PLATFORM, PLATFORMS } from './registry.ts'

export const listPlatforms = implement(contract, async ctx => wholeList(
  PLATFORMS.map(({ id, key, name }) => ({ id, name, logo: `${ctx.origins[ctx.market]}${logoPath(key)}`, main: id === MAIN_PLATFORM })),
))
