import deliver from './drawings/category-deliver.svg?inline'
import guide from './drawings/category-guide.svg?inline'
import image from './drawings/category-image.svg?inline'
import notice from './drawings/category-notice.svg?inline'
import speed from './drawings/category-speed.svg?inline'
import trust from './drawings/category-trust.svg?inline'
import video from './drawings/category-video.svg?inline'

/**
 * Category pictures by name, as data URLs: half a kilobyte is less than a request. A category
 * stores the name.
 */
export const categoryDrawings = { deliver, guide, image, notice, speed, trust, video } as const

export type CategoryDrawing = keyof typeof categoryDrawings
