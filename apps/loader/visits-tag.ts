import { measureVisit } from './visits.ts'

/** The measuring script as platforms put it into their pages (store connector protocol, section 7). */
const tag = document.currentScript
if (tag instanceof HTMLScriptElement) {
  try {
    measureVisit(new URL('visits', tag.src).href)
  } catch {}
}
