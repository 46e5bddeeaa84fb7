import { Badge } from '#ui/badge.tsx'
import { useWords } from './words.tsx'

const STATES = ['installing', 'installed', 'uninstalling', 'uninstalled', 'needs_action', 'paused'] as const
const known = (state: string): state is (typeof STATES)[number] => (STATES as readonly string[]).includes(state)

/** How an item stands on a store. */
export function InstallState({ state }: { state: string }) {
  const { t } = useWords()
  return <Badge tone={state === 'needs_action' ? 'coral' : state === 'installed' ? 'green' : 'neutral'}>{known(state) ? t(`console.install.${state}`) : state}</Badge>
}
