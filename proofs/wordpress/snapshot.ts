import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WordPressSite } from './site.ts'

/**
 * Everything that an item, or the plugin, could have left behind: every row of every table, every
 * file, pages as a visitor gets them.
 */
export interface Snapshot {
  rows: Record<string, string>
  files: Record<string, string>
  pages: Record<string, string>
}

/** What WordPress writes by itself while time goes by, and who wrote it. */
export const OF_WORDPRESS: readonly { what: RegExp; why: string }[] = [
  { what: /^wp_options:(_site)?_transient_/, why: 'caches of WordPress that end by themselves' },
  { what: /^wp_options:cron$/, why: 'the list of what WordPress does later' },
  {
    what: /^wp_options:(recently_activated|uninstall_plugins)$/,
    why: 'what the plugins page remembers of plugins that were switched off',
  },
  {
    what: /^wp_options:(using_application_passwords|rewrite_rules)$/,
    why: 'that an application password was ever made; the table of addresses, written when it is first needed',
  },
  {
    what: /^wp_usermeta:1:(session_tokens|wp_user-settings(-time)?)$/,
    why: 'that the owner is signed in, and how they left its pages',
  },
  {
    what: /^wp_options:can_compress_scripts$/,
    why: 'what the pages of the admin found out about the browser',
  },
  {
    what: /^(upgrade|uploads\/\d{4}(\/\d{2})?)$/,
    why: 'folders through which a plugin is uploaded',
  },
  {
    what: /^wp_usermeta:.*:_application_passwords$/,
    why: 'the list of application passwords, empty again',
  },
]
const isWordPress = (name: string) => OF_WORDPRESS.some(({ what }) => what.test(name))

const DUMP = `global $wpdb; $all = [];
foreach ($wpdb->get_col('SHOW TABLES') as $table) {
  foreach ($wpdb->get_results("SELECT * FROM \`$table\`", ARRAY_A) as $row) {
    $name = $table === 'wp_options' ? $row['option_name'] : ($table === 'wp_usermeta' || $table === 'wp_postmeta' ? $row[$table === 'wp_usermeta' ? 'user_id' : 'post_id'] . ':' . $row['meta_key'] : reset($row));
    // The number of a row says only how many were written before it.
    unset($row['option_id'], $row['umeta_id']);
    $all["$table:$name"] = md5(serialize($row));
  }
  $all["table $table"] = 'there';
}
echo json_encode($all);`

async function hashFiles(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length + 1)] = entry.isDirectory()
      ? 'folder'
      : createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
  }
  return found
}

export async function takeSnapshot(wp: WordPressSite): Promise<Snapshot> {
  const rows = (await wp.php(DUMP)) as Record<string, string>
  const pages: Record<string, string> = {}
  for (const path of ['/', '/?p=1', '/?page_id=2', '/?s=hello', '/?feed=rss2']) {
    const text = await wp.read(path)
    // The feed says when it was written.
    pages[path] = text.replaceAll(/<lastBuildDate>[^<]*/g, '<lastBuildDate>')
  }
  return { rows, files: await hashFiles(join(wp.site, 'wp-content')), pages }
}

/**
 * What is there and was not, is gone, or is another; `own` are rows and files of the plugin, which
 * may be so while it is there.
 */
export function differences(
  before: Snapshot,
  after: Snapshot,
  own: RegExp | null = null,
): string[] {
  const parts = (['rows', 'files', 'pages'] as const).flatMap((part) =>
    [...new Set([...Object.keys(before[part]), ...Object.keys(after[part])])]
      .filter(
        (name) =>
          before[part][name] !== after[part][name] && !isWordPress(name) && !own?.test(name),
      )
      .map(
        (name) =>
          `${part} ${name}: ${before[part][name] === undefined ? 'is new' : after[part][name] === undefined ? 'is gone' : 'is another'}`,
      ),
  )
  return parts
}
