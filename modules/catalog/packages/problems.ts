import { refusing } from '#lib/refusal.ts'

/**
 * Reasons for refusing a package, each with its own code and text. The params `path`, `limit`,
 * `detail` and `kind` fill the texts `errors.package.*`.
 */
export const PACKAGE_REFUSALS = {
  'package.not_a_zip': 422,
  'package.broken_zip': 422,
  'package.too_large': 422,
  'package.too_many_files': 422,
  'package.file_too_large': 422,
  'package.expands_too_much': 422,
  'package.path_outside': 422,
  'package.path_absolute': 422,
  'package.path_backslash': 422,
  'package.path_invalid': 422,
  'package.name_twice': 422,
  'package.name_conflict': 422,
  'package.link': 422,
  'package.folder_entry': 422,
  'package.special_file': 422,
  'package.encrypted': 422,
  'package.unsupported_zip': 422,
  'package.data_before': 422,
  'package.data_after': 422,
  'package.data_between': 422,
  'package.entries_overlap': 422,
  'package.headers_differ': 422,
  'package.size_differs': 422,
  'package.checksum_differs': 422,
  'package.nested_archive': 422,
  'package.manifest_missing': 422,
  'package.manifest_twice': 422,
  'package.manifest_unreadable': 422,
  'package.manifest_invalid': 422,
  'package.file_missing': 422,
  'package.too_costly': 422,
  'package.hidden_file': 422,
  'package.file_type': 422,
  'package.two_extensions': 422,
  'package.content_differs': 422,
  'package.active_content': 422,
  'package.outside_address': 422,
  'package.broken_markup': 422,
} as const

export type PackageRefusalCode = keyof typeof PACKAGE_REFUSALS

export const refusePackage = refusing(PACKAGE_REFUSALS)

/** Turns errors of yauzl into a refusal, except errors of the file system (they have a `code`). */
export async function orBroken<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    throw refusePackage('package.broken_zip', { params: { detail: `${path}: ${error.message}` } })
  }
}
