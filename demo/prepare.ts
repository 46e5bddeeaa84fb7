import { runPreparation } from '../server/prepare.ts'
import { loadDemoCatalogueIfChanged } from './catalog/load-if-changed.ts'

await runPreparation(loadDemoCatalogueIfChanged)
