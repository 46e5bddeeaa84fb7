import { takeProduct } from './journey-workers.ts'

takeProduct()
