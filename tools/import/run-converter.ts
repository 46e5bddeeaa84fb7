import type { LineWriter } from './write-lines.ts'

export type Convert = (source: string, target: string) => Promise<LineWriter['counts']>

/** `node <converter> <source folder> <target folder>` */
export async function runConverter(convert: Convert, args: string[]): Promise<void> {
  const [source, target, ...more] = args
  if (!source || !target || more.length > 0) {
    console.error('Say which folder to read and which to write: <source folder> <target folder>')
    process.exitCode = 1
    return
  }
  try {
    const counts = await convert(source, target)
    console.log(
      `Written to ${target}: ${Object.entries(counts)
        .map(([kind, count]) => `${count} ${kind} lines`)
        .join(', ')}.`,
    )
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    console.error(
      code === 'ENOENT'
        ? `${path} is not there: ${source} is not the folder that this converter reads.`
        : message,
    )
    process.exitCode = 1
  }
}
