import { DEFAULT_LOCALE } from '#lib/locale.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import { ConnectorFailure } from '#modules/stores/platforms/public.ts'
import { listSideEffects } from '../data.ts'
import { packageOffer } from '../package-offer.ts'
import type { Work } from '../run-steps.ts'
import { pagesWith } from './rules.ts'

/** Parts that stand on the store, or will when the run is over. */
const STANDS = ['planned', 'applied']

/**
 * The addresses at which the item shows itself: the start page, and one page of each other kind on
 * which it has parts of its own. Which those are only the platform knows: it is asked for a preview
 * of nothing, which changes nothing and names the pages. One that shows none leaves the start
 * page.
 */
export async function listPages(
  { services, installation, connector }: Work,
  release: ReleaseFacts,
): Promise<string[]> {
  const { url } = await services.db
    .selectFrom('stores')
    .select('url')
    .where('id', '=', installation.store_id)
    .executeTakeFirstOrThrow()
  const slots = (await listSideEffects(services.db, installation.id))
    .filter((row) => STANDS.includes(row.state))
    .map((row) => row.slot)
  const wanted = pagesWith(slots)
  if (wanted.length === 0) return [url]
  try {
    const { pages } = await connector.startPreview({
      packages: [packageOffer(services, release)],
      effects: [],
      locale: DEFAULT_LOCALE,
      alone: false,
    })
    // At the store's own address, whatever else the platform may have named.
    const paths = wanted.flatMap((page) => pages.find((one) => one.page === page)?.path ?? [])
    return [url, ...paths.map((path) => new URL(path, url).href)]
  } catch (error) {
    if (error instanceof ConnectorFailure) return [url]
    throw error
  }
}
