export { renewOldKeys } from './keys.ts'
