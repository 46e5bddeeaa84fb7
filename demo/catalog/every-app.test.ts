import { everyItemOf } from './stage/item-journey.ts'

everyItemOf('app')
