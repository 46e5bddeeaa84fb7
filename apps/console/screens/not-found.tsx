import type { LoaderFunctionArgs } from 'react-router'
import { consoleContext } from '../screen-context.ts'

/** Unknown addresses. Without a component the answer would be JSON, also for people. */
export function loader({ context }: LoaderFunctionArgs) {
  throw context.get(consoleContext).refusal('not_found')
}

export default function NotFound() {
  return null
}
