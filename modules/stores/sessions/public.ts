export {
  confirmEntry,
  exchangeLaunchToken,
  prepareEntry,
  readLaunchedStore,
  type NewSession,
} from './sessions.ts'
export { purgeExpiredSessions, endSessionsOf } from './data.ts'
export { isLaunchToken } from './verify-launch-token.ts'
export { findOwner, sendConnectCode } from './connect.ts'
export { findSession } from './sessions.ts'
export { listLinkedShops, listNamedShops, listOpeners } from './shop-links.ts'
