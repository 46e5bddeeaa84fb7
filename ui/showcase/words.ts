import type { ShowcaseWords } from './showcase-words.ts'
import { ar } from './words-ar.ts'
import { en } from './words-en.ts'
import { tr } from './words-tr.ts'

export const showcaseWords: Record<string, ShowcaseWords> = { tr, en, ar }
