export { CHECK_PACKAGES, listCheckKeys, offerCheckPackage, recordStray } from './check-packages.ts'
export { findDuePlatformChecks, runPlatformChecks } from './run-checks.ts'
