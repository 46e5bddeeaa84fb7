import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { runConverter, type Convert } from '#tools/import/run-converter.ts'
import { versionOrder } from '#modules/catalog/packages/manifest.ts'
import { openLineWriter, type LineWriter } from '#tools/import/write-lines.ts'

const text = z.string()
const plugin = z.object({ id: text, name: text, author: text, description: text, repo: text })
const theme = z.object({
  name: text,
  author: text,
  repo: text,
  modes: z.array(text),
  legacy: z.boolean().optional(),
})
const removedPlugin = z.object({ id: text, name: text, reason: text })
const removedTheme = z.object({ name: text, reason: text })
/** By plugin: `downloads` in all, `updated` in milliseconds, and downloads by version. */
const stats = z.record(text, z.record(text, z.int().min(0)))

const readJson = async <T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T> =>
  schema.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))

/** The first day on which each plugin has downloads, and the last day of the table. */
async function readDays(folder: string): Promise<{ first: Map<string, string>; last: string }> {
  const first = new Map<string, string>()
  let last = ''
  const csv = parse({ columns: true, bom: true })
  await pipeline(createReadStream(join(folder, 'downloads_by_month.csv')), csv, async (rows) => {
    for await (const { date, plugin_id: id } of rows as AsyncIterable<{
      date: string
      plugin_id: string
    }>) {
      const known = first.get(id)
      if (known === undefined || date < known) first.set(id, date)
      if (date > last) last = date
    }
  })
  return { first, last }
}

/** On a card fits one sentence; the whole then stands on the page. */
const LONGEST_TAGLINE = 160
function shorten(description: string): { tagline: string; description: string[] } {
  if (description.trim().length <= LONGEST_TAGLINE) return { tagline: description, description: [] }
  const sentence = /^.{20,160}?[.!?。！？](?=\s|$)/su.exec(description.trim())?.[0]
  const words = description.trim().slice(0, LONGEST_TAGLINE - 1)
  const end = words.lastIndexOf(' ') > LONGEST_TAGLINE / 2 ? words.lastIndexOf(' ') : words.length
  return {
    tagline: sentence ?? `${words.slice(0, end).toWellFormed()}…`,
    description: [description],
  }
}

const links = (repo: string) => ({
  document: `https://github.com/${repo}`,
  support: `https://github.com/${repo}/issues`,
})

/** Developers are the owners of the repositories; the first name that one gives stands for all. */
async function writePartners(
  lines: LineWriter,
  works: { author: string; repo: string }[],
): Promise<(repo: string) => string> {
  const ownerOf = (repo: string): string => repo.split('/')[0] ?? ''
  const partners = new Map<string, { name: string; owner: string }>()
  for (const { author, repo } of works) {
    const owner = ownerOf(repo)
    if (!partners.has(owner.toLowerCase()))
      partners.set(owner.toLowerCase(), { name: author.trim() || owner, owner })
  }
  for (const [id, { name, owner }] of partners) {
    await lines.write('partner', { id, name, slug: owner, website: `https://github.com/${owner}` })
  }
  return (repo) => ownerOf(repo).toLowerCase()
}

/** A community's plugins, themes and versions as JSON, into the form of `npm run import`. */
export const convertObsidian: Convert = async (source, target) => {
  const plugins = await readJson(source, 'community-plugins.json', z.array(plugin))
  const themes = await readJson(source, 'community-css-themes.json', z.array(theme))
  const known = await readJson(source, 'community-plugin-stats.json', stats)
  const deprecated = await readJson(
    source,
    'community-plugin-deprecation.json',
    z.record(text, z.array(text)),
  )
  const days = await readDays(source)
  const lines = await openLineWriter(target, {
    format: 1,
    source: 'obsidian-community-2026',
    market: 'app',
    language: 'en',
    currency: 'USD',
    without_plans: 'free',
    taken_on: days.last,
    default_partner: { name: 'Developer not named in the source', slug: 'developer-of-delisted' },
  })
  const partnerOf = await writePartners(lines, [...plugins, ...themes])
  await lines.write('category', {
    id: 'light',
    market: 'theme',
    name: { tr: 'Açık', en: 'Light', ar: 'فاتحة' },
    slug: 'light',
  })
  await lines.write('category', {
    id: 'dark',
    market: 'theme',
    name: { tr: 'Koyu', en: 'Dark', ar: 'داكنة' },
    slug: 'dark',
  })

  for (const { id, name, description, repo } of plugins) {
    const { downloads, updated, ...versions } = known[id] ?? {}
    const updatedAt = updated === undefined ? undefined : new Date(updated).toISOString()
    // Nobody knows an earlier day than the first on which the source shows it.
    const seen = [days.first.get(id), updatedAt].filter((day) => day !== undefined).sort()[0]
    await lines.write('item', {
      id,
      title: name,
      partner: partnerOf(repo),
      links: links(repo),
      ...(downloads !== undefined && { install_count: downloads }),
      ...(seen !== undefined && { published_at: seen }),
      ...(updatedAt !== undefined && { updated_at: updatedAt }),
    })
    await lines.write('text', { item: id, locale: 'en', title: name, ...shorten(description) })
    await writeVersions(lines, id, versions, new Set(deprecated[id]), updatedAt)
  }
  for (const { name, repo, modes, legacy } of themes) {
    await lines.write('item', {
      id: repo,
      market: 'theme',
      title: name,
      partner: partnerOf(repo),
      links: links(repo),
      categories: modes,
    })
    await lines.write('text', {
      item: repo,
      locale: 'en',
      title: name,
      features: modes.map((mode) => `${mode.slice(0, 1).toUpperCase()}${mode.slice(1)} mode`),
      description: legacy ? ['The source marks this theme as made for an older version.'] : [],
    })
  }
  const live = new Set(plugins.map((one) => one.id))
  await writeDelisted(lines, source, live, new Set(themes.map((one) => one.name)))
  // Versions of what is on no list any more: the import says that their item is not there.
  for (const [id, { downloads: _all, updated: _at, ...versions }] of Object.entries(known)) {
    if (!live.has(id)) await writeVersions(lines, id, versions, new Set(), undefined)
  }
  await lines.close()
  return lines.counts
}

/** `updated` is the time of the newest version. Deprecated ones are withdrawn. */
async function writeVersions(
  lines: LineWriter,
  item: string,
  versions: Record<string, number>,
  withdrawn: Set<string>,
  updatedAt: string | undefined,
): Promise<void> {
  const list = Object.entries(versions).map(([version, downloads], place) => ({
    version,
    downloads,
    order: versionOrder(version, place),
  }))
  const newest = list
    .filter((one) => !withdrawn.has(one.version))
    .reduce<string>((best, one) => (one.order > best ? one.order : best), '')
  for (const { version, downloads, order } of list) {
    await lines.write('release', {
      item,
      version,
      downloads,
      ...(withdrawn.has(version) && { status: 'yanked' as const }),
      ...(order === newest && updatedAt !== undefined && { published_at: updatedAt }),
    })
  }
}

/** Delisted ones come along with the reason; what is on the list again since then is listed. */
async function writeDelisted(
  lines: LineWriter,
  source: string,
  plugins: Set<string>,
  themes: Set<string>,
): Promise<void> {
  const removedPlugins = await readJson(
    source,
    'community-plugins-removed.json',
    z.array(removedPlugin),
  )
  const removedThemes = await readJson(
    source,
    'community-css-themes-removed.json',
    z.array(removedTheme),
  )
  const delisted = [
    ...removedPlugins
      .filter((one) => !plugins.has(one.id))
      .map((one) => ({ ...one, market: 'app' as const })),
    ...removedThemes
      .filter((one) => !themes.has(one.name))
      .map((one) => ({ ...one, id: `delisted theme: ${one.name}`, market: 'theme' as const })),
  ]
  for (const { id, name, market, reason } of delisted) {
    await lines.write('item', { id, market, title: name, status: 'unpublished', reason })
    await lines.write('text', { item: id, locale: 'en', title: name })
  }
}

if (import.meta.main) await runConverter(convertObsidian, process.argv.slice(2))
