import { z } from 'zod'
import { getListing, type ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { LOCALES } from '#lib/locale.ts'
import type { ListingFile } from '../listing-file.ts'
import { listingChanges, type ListingChange } from './listing-changes.ts'
import type { MarketClient } from './market-client.ts'
import { altOf, pictureWork } from './picture-changes.ts'

const saved = z.object({ revision: z.int() })

export interface ListingUpload {
  changes: ListingChange[]
  /** Writes them, part by part; what is missing after it. */
  bring(): Promise<ListingAnswer['missing']>
}

/**
 * What of the listing in a folder the market does not say yet, and how it is written there. `path`
 * is the item's. Only what differs is sent; somebody who works on the same part in the console is
 * not written over: the market refuses by its revision.
 */
export async function compareListing(
  client: MarketClient,
  path: string,
  listing: string,
  file: ListingFile,
): Promise<ListingUpload> {
  const look = () => client.call('GET', `${path}/listing`, getListing.output)
  const there = await look()
  const { words, facts, plans, changes } = listingChanges(file, there)
  const pictures = await pictureWork(listing, file, there)
  return {
    changes: [...changes, ...pictures.changes],
    async bring() {
      let { revision } = there
      const put = async (part: string, json: object) => {
        revision = (
          await client.call('PUT', `${path}/listing/${part}`, saved, {
            json: { revision, ...json },
          })
        ).revision
      }
      for (const locale of LOCALES) if (words[locale]) await put(`words/${locale}`, words[locale])
      if (facts) await put('about', facts)
      if (plans)
        await put('plans', {
          currency: plans[0]?.currency ?? 'TRY',
          plans: plans.map(({ currency: _, ...plan }) => plan),
        })
      for (const id of pictures.remove) await client.call('DELETE', `${path}/pictures/${id}`, saved)
      for (const { place, locale, bytes } of pictures.put) {
        await client.call('POST', `${path}/pictures`, saved, {
          query: { place, ...(locale && { locale }) },
          bytes: { content: bytes, type: 'application/octet-stream' },
        })
      }
      let now = await look()
      for (const { alt, is } of pictures.described) {
        const picture = now.content.pictures.find(is)
        if (!picture || JSON.stringify(altOf(picture.alt)) === JSON.stringify(alt)) continue
        await client.call('PUT', `${path}/pictures/${picture.id}`, saved, {
          json: { revision: now.revision, alt },
        })
        now = await look()
      }
      return now.missing
    },
  }
}
