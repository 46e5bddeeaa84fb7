import type { LoaderFunctionArgs } from 'react-router'
import { consoleContext } from '../screen-context.ts'

/** Unknown paths. A route without a component would respond with JSON, to people too. */
export function loader({ context }: LoaderFunctionArgs) {
  throw context.get(consoleContext).refusal('not_found')
}

export default function NotFound() {
  return null
}
