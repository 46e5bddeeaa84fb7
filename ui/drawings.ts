import deliver from './drawings/category-deliver.svg?no-inline'
import guide from './drawings/category-guide.svg?no-inline'
import image from './drawings/category-image.svg?no-inline'
import notice from './drawings/category-notice.svg?no-inline'
import speed from './drawings/category-speed.svg?no-inline'
import trust from './drawings/category-trust.svg?no-inline'
import video from './drawings/category-video.svg?no-inline'

/** Scenes of the bays by name, as URLs of the build. A category names its scene. */
export const bayDrawings = { deliver, guide, image, notice, speed, trust, video } as const

export type BayDrawing = keyof typeof bayDrawings
