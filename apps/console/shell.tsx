import { type Locale, LOCALES, type Text } from '#lib/locale.ts'
import { createContext, useContext, type ReactNode } from 'react'
import type { ConsoleScreen } from './screen-context.ts'

/** Data that every page needs, error pages too; sent with the document. */
export type Shell = Pick<
  ConsoleScreen,
  'person' | 'branding' | 'languages' | 'timeZone' | 'searchKeys' | 'sites' | 'incident' | 'failure'
>

const ShellContext = createContext<Shell | null>(null)
const ELEMENT_ID = 'shell'

export const shellOf = ({
  person,
  branding,
  languages,
  timeZone,
  searchKeys,
  sites,
  incident,
  failure,
}: ConsoleScreen): Shell => ({
  person,
  branding,
  languages,
  timeZone,
  searchKeys,
  sites,
  incident,
  failure,
})

export const ShellProvider = ({ shell, children }: { shell: Shell; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell outside ShellProvider')
  return shell
}

/** The shell as JSON in the page's head; a data block is not a script, so no policy blocks it. */
export function ShellData() {
  const json = JSON.stringify(useShell()).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/json"
      id={ELEMENT_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

export const readShell = (): Shell =>
  JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '') as Shell

/** Languages to write in: the market's, its default first, and others that already have a text. */
export function useLanguages(...texts: readonly Text[]): Locale[] {
  const { languages } = useShell()
  const others = LOCALES.filter(
    (one) => !languages.includes(one) && texts.some((text) => text[one]),
  )
  return [...languages, ...others]
}
