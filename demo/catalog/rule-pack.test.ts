import { expect, test } from 'vitest'
import { readCandidate } from '../../modules/catalog/rule-pack/read-candidate.ts'
import { RULES, overallVerdict, runRules } from '../../modules/catalog/rule-pack/pack.ts'
import type { ListingCandidate } from '../../modules/catalog/rule-pack/rule.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import type { DemoItem } from './demo-item.ts'
import { DEMO_LOCALES } from './demo-locales.ts'
import { readPictures } from './picture-archive.ts'

const items = await buildDemoCatalogue()

const listingOf = async (item: DemoItem): Promise<ListingCandidate> => ({
  market: item.market,
  prefix: item.prefix,
  slug: item.slug,
  credits: item.credits,
  pictures: (await readPictures(item)).pictures,
  texts: DEMO_LOCALES.map((locale) => ({
    locale,
    name: item.name[locale],
    tagline: item.tagline[locale],
    description: item.description[locale],
    features: item.features[locale],
  })),
})

test('every demo item passes the rule pack with its newest release, between all the others', async () => {
  const failures: string[] = []
  for (const item of items) {
    const names = items
      .filter((other) => other !== item)
      .map((other) => ({ slug: other.slug, names: Object.values(other.name) }))
    const candidate = {
      package: await readCandidate({ bytes: item.releases.at(-1)!.zip }),
      listing: await listingOf(item),
      names,
      language: 'tr' as const,
    }
    const reports = runRules(RULES, candidate)
    failures.push(
      ...reports
        .filter((report) => report.verdict !== 'passed')
        .map(
          (report) =>
            `${item.prefix} ${report.rule} ${report.verdict} ${report.reason ?? JSON.stringify(report.findings.slice(0, 3))}`,
        ),
    )
    if (failures.length === 0) expect(overallVerdict(RULES, reports)).toBe('passed')
  }
  expect(failures).toEqual([])
})
