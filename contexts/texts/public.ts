export { facesOf, findFaces, findSettings, NO_FACE, type MarketSettings, type OperatorFacts } from './settings-data.ts'
