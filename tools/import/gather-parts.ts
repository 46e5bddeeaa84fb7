import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, PARTS, type Part } from './format.ts'
import { makeParser, type Said } from './parse-line.ts'
import { readLines } from './read-lines.ts'
import type { Report } from './report.ts'
import type { Survey } from './survey-catalogue.ts'

interface PartFile<P extends Part> {
  /** All lines of the item at this place; places come in rising order. */
  take(place: number): Promise<Said<P>[]>
  /** Reads what is left: lines of items that are not there. */
  finish(): Promise<void>
}

interface Reading {
  folder: string
  survey: Survey
  report: Report
  onBytes: (bytes: number) => void
}

interface Placed<P extends Part> {
  place: number
  said: Said<P>
}

async function* placedLines<P extends Part>(
  kind: P,
  { folder, survey, report, onBytes }: Reading,
): AsyncGenerator<Placed<P>> {
  const path = join(folder, FILES[kind])
  if (!existsSync(path)) return
  const parse = makeParser(kind, report)
  for await (const raw of readLines(path, onBytes)) {
    const said = parse(raw)
    if (!said) continue
    const place = survey.places.get(said.item)
    if (place === undefined)
      report.add(FILES[kind], raw.number, 'R-ITEM-UNKNOWN', `item ${said.item}`, true, said.item)
    else yield { place, said }
  }
}

function inStep<P extends Part>(kind: P, reading: Reading): PartFile<P> {
  const lines = placedLines(kind, reading)
  let head: Placed<P> | undefined
  const next = async () => {
    const { value, done } = await lines.next()
    head = done ? undefined : value
  }
  let started: Promise<void> | undefined
  return {
    async take(place) {
      await (started ??= next())
      const found: Said<P>[] = []
      for (; head !== undefined && head.place <= place; await next())
        if (head.place === place) found.push(head.said)
      return found
    },
    async finish() {
      await (started ??= next())
      while (head !== undefined) await next()
    },
  }
}

function allAtOnce<P extends Part>(kind: P, reading: Reading): PartFile<P> {
  const held = new Map<number, Said<P>[]>()
  const load = async () => {
    for await (const { place, said } of placedLines(kind, reading)) {
      const there = held.get(place)
      if (there) there.push(said)
      else held.set(place, [said])
    }
  }
  let loaded: Promise<void> | undefined
  return {
    async take(place) {
      await (loaded ??= load())
      const found = held.get(place) ?? []
      held.delete(place)
      return found
    },
    async finish() {
      await (loaded ??= load())
    },
  }
}

export type PartLines = { [P in Part]: Said<P>[] }

/** Goes through all files of parts together with the items. */
export function gatherParts(reading: Reading): {
  take(place: number): Promise<PartLines>
  finish(): Promise<void>
} {
  const open = <P extends Part>(kind: P) =>
    reading.survey.inOrder.has(kind) ? inStep(kind, reading) : allAtOnce(kind, reading)
  const files = {
    text: open('text'),
    plan: open('plan'),
    release: open('release'),
    rating: open('rating'),
    picture: open('picture'),
  }
  return {
    take: async (place) => ({
      text: await files.text.take(place),
      plan: await files.plan.take(place),
      release: await files.release.take(place),
      rating: await files.rating.take(place),
      picture: await files.picture.take(place),
    }),
    async finish() {
      for (const part of PARTS) await files[part].finish()
    },
  }
}
