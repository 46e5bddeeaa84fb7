/** The port to whatever takes pictures of a shop. */
export interface Camera {
  /** The page at this address as a PNG; throws when none could be taken. */
  take(url: string): Promise<Buffer>
}
