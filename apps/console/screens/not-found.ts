import type { LoaderFunctionArgs } from 'react-router'
import { consoleContext } from '../screen-context.ts'

export function loader({ context }: LoaderFunctionArgs) {
  throw context.get(consoleContext).refusal('not_found')
}
