import { createContext, use } from 'react'
import { APP_ERROR_ID } from './start-guard.ts'

/** Parts of the document that only the server renders. */
export interface DocumentParts {
  /** The CSP nonce; undefined in the browser, which hides it. */
  nonce: string | undefined
  /** Source of the script that watches the startup. */
  watch: string
  /** HTML of the error page for a failed startup. */
  appError: string
}

const Parts = createContext<DocumentParts>({ nonce: undefined, watch: '', appError: '' })

export const DocumentPartsProvider = Parts

/** Must be first in the head: anything after it may fail. */
export function StartWatch() {
  const { nonce, watch } = use(Parts)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: watch }} />
  )
}

/** S4.10: a template, shown when the startup fails. */
export function AppErrorTemplate() {
  return (
    <template
      id={APP_ERROR_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: use(Parts).appError }}
    />
  )
}
