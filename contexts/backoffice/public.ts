export { tidyStoreData, workOnStoreData } from './store-data-work.ts'
