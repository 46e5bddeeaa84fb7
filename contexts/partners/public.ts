export { findPartner, insertPartner, listPartners } from './data.ts'
