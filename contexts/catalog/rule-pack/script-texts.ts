import { assetsOf } from '../packages/manifest.ts'
import { inlineScripts } from './markup.ts'
import { packageOf, type Source } from './look.ts'
import type { Candidate } from './rule.ts'

/** A text that a browser could run as a script, and where it begins in its source. */
export interface ScriptText {
  text: string
  start: number
  /** False for a text that a page only might load as a script, whatever it is called. */
  isCertain: boolean
}

/** The scripts of a source: the file itself, or what stands between `<script>` and `</script>`. JSON is data. */
export function scriptsIn(candidate: Candidate, { file, place, language, text }: Source): ScriptText[] {
  if (language === 'markup') return inlineScripts(text).map(script => ({ ...script, isCertain: true }))
  if (place !== null || language !== 'script' || /\.(?:json|map|vtt)$/i.test(file)) return []
  const isCertain = /\.m?js$/i.test(file)
  const { manifest } = packageOf(candidate)
  return isCertain || (manifest && assetsOf(manifest).includes(file)) ? [{ text, start: 0, isCertain }] : []
}
