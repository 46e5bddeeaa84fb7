import type { ItemSource } from '../demo-item.ts'
import { brite } from './brite/item.ts'
import { cerulean } from './cerulean/item.ts'
import { cosmo } from './cosmo/item.ts'
import { cyborg } from './cyborg/item.ts'
import { darkly } from './darkly/item.ts'
import { flatly } from './flatly/item.ts'
import { journal } from './journal/item.ts'
import { litera } from './litera/item.ts'
import { lumen } from './lumen/item.ts'
import { lux } from './lux/item.ts'
import { materia } from './materia/item.ts'
import { minty } from './minty/item.ts'
import { morph } from './morph/item.ts'
import { pulse } from './pulse/item.ts'
import { quartz } from './quartz/item.ts'
import { sandstone } from './sandstone/item.ts'
import { simplex } from './simplex/item.ts'
import { sketchy } from './sketchy/item.ts'
import { slate } from './slate/item.ts'
import { solar } from './solar/item.ts'
import { spacelab } from './spacelab/item.ts'
import { superhero } from './superhero/item.ts'
import { united } from './united/item.ts'
import { vapor } from './vapor/item.ts'
import { yeti } from './yeti/item.ts'
import { zephyr } from './zephyr/item.ts'

/**
 * The 26 themes of Bootswatch 5.3, in the order in which they are listed when nothing else tells
 * them apart.
 */
export const THEMES: readonly ItemSource[] = [
  minty,
  flatly,
  lux,
  brite,
  cerulean,
  cosmo,
  cyborg,
  darkly,
  journal,
  litera,
  lumen,
  materia,
  morph,
  pulse,
  quartz,
  sandstone,
  simplex,
  sketchy,
  slate,
  solar,
  spacelab,
  superhero,
  united,
  vapor,
  yeti,
  zephyr,
]
