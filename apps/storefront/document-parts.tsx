import { createContext, use } from 'react'
import { APP_ERROR_ID } from './start-guard.ts'

/** What only the server knows of a document and the browser never renders again. */
export interface DocumentParts {
  /** Of the policy; absent in the browser, which hides it. */
  nonce: string | undefined
  /** Text of the script that watches the start. */
  watch: string
  /** The error page of a failed start, as markup. */
  appError: string
}

const Parts = createContext<DocumentParts>({ nonce: undefined, watch: '', appError: '' })

export const DocumentPartsProvider = Parts

/** Stands first in the head: what comes after it may fail. */
export function StartWatch() {
  const { nonce, watch } = use(Parts)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: watch }} />
  )
}

/** S4.10: waits in the page until the start fails. */
export function AppErrorTemplate() {
  return (
    <template
      id={APP_ERROR_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: use(Parts).appError }}
    />
  )
}
