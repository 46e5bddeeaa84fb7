import { addressesOf, type Addresses, type Ports } from './addresses.ts'
import { productParts, type Part, type Parts, type Surroundings } from './parts.ts'
import { claimPlace, type Place } from './place.ts'
import { hasCluster } from './postgres/cluster-place.ts'
import { startEmbedded } from './postgres/embedded.ts'
import { checkOutside } from './postgres/outside.ts'
import { runOnce, runPart, type PartPlace } from './run-part.ts'
import { silentScreen, timed, type Screen } from './screen.ts'
import { openSecrets } from './secrets.ts'
import { ROOT } from './settings.ts'
import type { StartError } from './start-error.ts'

/** How long a part may take to finish what it is doing. */
const DRAIN = 5_000

export interface ProductOptions {
  /** Where the product keeps everything; made when missing. */
  dataFolder: string
  /** `free` takes ports that are free now, for a product beside others. */
  ports: Ports | 'free'
  root?: string
  /** An outside PostgreSQL instead of the embedded one. */
  databaseUrl?: string
  platformId?: string | null
  /** A market of one's own, without the demo's items. */
  empty?: boolean
  screen?: Screen
  /** False for tests: data need not outlive a power cut. */
  durable?: boolean
  /** Claimed before by the caller, who had something to do in between. */
  place?: Place
  /** The processes; those of the product unless told otherwise. */
  parts?: (surroundings: Surroundings) => Parts
  /**
   * Told when a part of the running product had to be given up; everything is being stopped then.
   */
  onGiveUp?: (error: StartError) => void
  /** Gets the way to end what is there so far, for signals that come during the start. */
  onStoppable?: (ends: Ends) => void
}

export interface Ends {
  /** Lets every part finish, the database last. */
  stop: () => Promise<void>
  /** Ends everything now. */
  kill: () => void
}

export interface Product extends Ends {
  addresses: Addresses
  ports: Ports
  databaseUrl: string
  /** While nobody is an operator: the link that makes the first one. */
  firstOperator: string | undefined
}

interface Running {
  stop: () => Promise<void>
  kill: () => void
}

/**
 * Starts the whole product: database, preparation, parts; answers when all are ready. The
 * storefronts must be built.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const {
    root = ROOT,
    screen = silentScreen,
    platformId = null,
    empty = false,
    parts = productParts,
  } = options
  const place = options.place ?? (await claimPlace(options.dataFolder, options.ports))
  const { dataFolder, ports } = place
  // The database and what uses it: the second group ends first.
  const database: Running[] = []
  const users: Running[] = []
  let opening: Promise<unknown> = Promise.resolve()
  let stopped: Promise<void> | undefined
  const ends: Ends = {
    stop: () =>
      (stopped ??= (async () => {
        await Promise.all(users.map((member) => member.stop()))
        // A database that is just starting can only be stopped once it is there.
        await opening.catch(() => {})
        await Promise.all(database.map((member) => member.stop()))
        place.release()
      })()),
    kill() {
      for (const member of [...users, ...database]) member.kill()
      place.release()
    },
  }
  options.onStoppable?.(ends)
  const onGiveUp = (error: StartError): void =>
    void ends.stop().then(() => options.onGiveUp?.(error))
  const partPlace: PartPlace = { root, dataFolder, screen, open: place.open, onGiveUp }

  async function all(list: Part[]): Promise<void> {
    await Promise.all(
      list.map((part) => {
        const supervised = runPart(part, partPlace)
        users.push({ stop: () => supervised.stop(DRAIN), kill: supervised.kill })
        return supervised.ready
      }),
    )
  }

  async function step<T>(words: string, work: () => Promise<T>): Promise<T> {
    if (stopped) throw new Error('stopped')
    return timed(screen, words, work)
  }

  async function openDatabase(password: string): Promise<string> {
    if (options.databaseUrl) {
      await checkOutside(options.databaseUrl, screen)
      return options.databaseUrl
    }
    const embedded = await startEmbedded({
      root,
      dataFolder,
      password,
      screen,
      durable: options.durable,
      onGiveUp,
    })
    database.push(embedded)
    return embedded.url
  }

  try {
    const secrets = openSecrets(dataFolder, !options.databaseUrl && hasCluster(dataFolder))
    const databaseUrl = await step(
      options.databaseUrl ? 'Asking the database' : 'Starting the database',
      () => {
        const url = openDatabase(secrets.databasePassword)
        opening = url
        return url
      },
    )
    const { prepare, alone, after } = parts({
      root,
      dataFolder,
      ports,
      secrets,
      databaseUrl,
      platformId,
      empty,
    })
    const [firstOperator] = await step(
      'Bringing the database up to date, starting the shops and the bank',
      () =>
        Promise.all([
          runOnce(prepare, partPlace, (child) => {
            users.push({
              stop: async () => void child.kill('SIGTERM'),
              kill: () => void child.kill('SIGKILL'),
            })
          }),
          all(alone),
        ]),
    )
    await step('Starting the stores', () => all(after))
    return { ...ends, addresses: addressesOf(ports), ports, databaseUrl, firstOperator }
  } catch (error) {
    await ends.stop()
    throw error
  }
}
