import type { ShopEffect } from '../ledgers.ts'
import type { Violation } from '../violation.ts'

/** What the connector plugin keeps of one site. */
export interface SiteRows {
  effects: {
    effect_id: string
    kind: string
    slot: string
    prefix: string
    content: string
    sha256: string
  }[]
  secrets: string[]
}

/** PHP that reads these sites' rows from the database, without WordPress and without the plugin. */
export const READ_SITES = (socket: string, numbers: readonly number[]): string => `
$db = mysqli_connect('localhost', 'root', '', 'wordpress', 0, '${socket}');
mysqli_set_charset($db, 'utf8mb4');
$all = [];
foreach (${JSON.stringify(numbers)} as $n) {
  $rows = [];
  foreach (mysqli_query($db, "SELECT option_name, option_value FROM wp{$n}_options WHERE option_name LIKE 'arasta_connector_%'") as $row) { $rows[$row['option_name']] = $row['option_value']; }
  $keys = unserialize($rows['arasta_connector_keys'], ['allowed_classes' => false]);
  $secrets = isset($keys['keys']) ? array_merge([$keys['store_token']], array_values(array_map(function ($key) { return $key['secret']; }, $keys['keys']))) : [];
  $all[$n] = ['effects' => json_decode($rows['arasta_connector_data'], true)['effects'], 'secrets' => $secrets];
}
echo json_encode((object) $all, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);`

export const effectsOf = (store: string, { effects }: SiteRows): ShopEffect[] =>
  effects.map(({ effect_id: id, kind, slot, prefix, content, sha256 }) => ({
    storeId: store,
    id,
    kind,
    slot,
    prefix,
    content,
    sha256,
  }))

const LAYER = /<!--arasta:(eff_\w+)-->([\s\S]*?)<!--\/arasta:\1-->/g
const FILE = /https?:\/\/[^"\s]+\/arasta\/[0-9a-f]{64}\/([^"\s]+)/g

/** A page without what items put there: what the site shows by itself. */
export const ownMarkup = (page: string): string => page.replaceAll(LAYER, '')

/**
 * Of a page that a visitor got: each part that stands on the site is shown once, as its author
 * wrote it, with files that are there; and nothing else is.
 */
export async function comparePage(
  externalId: string,
  page: string,
  effects: readonly ShopEffect[],
  statusOf: (address: string) => Promise<number>,
): Promise<Violation[]> {
  const odd: Violation[] = []
  const say = (what: string) => odd.push({ invariant: 'SHOWN', where: externalId, what })
  const shown = [...page.matchAll(LAYER)].map(([, id = '', html = '']) => ({ id, html }))
  for (const { id, html } of shown) {
    const effect = effects.find((one) => one.id === id)
    const written = effect && (JSON.parse(effect.content) as { html: string }).html
    if (written === undefined) say(`its page shows ${id}, which does not stand there`)
    else if (html.replaceAll(FILE, '{{asset:$1}}') !== written)
      say(`its page shows ${id} otherwise than it was written`)
  }
  for (const { id } of effects) {
    const times = shown.filter((one) => one.id === id).length
    if (times !== 1) say(`its page shows ${id} ${times} times`)
  }
  for (const address of new Set([...page.matchAll(FILE)].map(([found]) => found))) {
    const status = await statusOf(address)
    if (status !== 200) say(`a file on its page was answered ${status}`)
  }
  return odd
}
