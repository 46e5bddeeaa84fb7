import type { DOMAttributes, ReactNode } from 'react'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

const stored = import.meta.env.SSR ? await import('./stored-markup.tsx') : undefined

type Content = Pick<DOMAttributes<Element>, 'children' | 'dangerouslySetInnerHTML'>

function useStored(subject: object | null, state: string, part: () => ReactNode): Content {
  const words = useWords()
  const shell = useShell()
  if (!subject) return { children: part() }
  return {
    dangerouslySetInnerHTML: {
      __html: stored?.storedMarkup(subject, state, { words, shell }, part) ?? '',
    },
  }
}

/**
 * The content of an element: `part`, whose HTML the server keeps for other pages
 * (`stored-markup.tsx`). It may depend on `subject`, on words, and of the shell on the frame;
 * `state` names everything else. Without a subject nothing is kept.
 */
export const useKept: typeof useStored = import.meta.env.SSR
  ? useStored
  : (_subject, _state, part) => ({ children: part() })
