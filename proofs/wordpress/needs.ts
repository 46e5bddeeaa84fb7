import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * What a real WordPress needs of the machine. Debian: `apt-get install wordpress
 * wordpress-theme-twentytwentyone php-cli php-mysql mariadb-server`.
 */
export interface Needs {
  php: string
  mariadbd: string
  install: string
  wordpress: string
  theme: string
}

const PLACES = {
  mariadbd: ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/local/sbin/mariadbd'],
  install: [
    '/usr/bin/mariadb-install-db',
    '/usr/bin/mysql_install_db',
    '/usr/local/bin/mariadb-install-db',
  ],
  wordpress: ['/usr/share/wordpress', '/var/www/wordpress'],
  theme: [
    '/usr/share/wordpress/wp-content/themes/twentytwentyone',
    '/var/lib/wordpress/wp-content/themes/twentytwentyone',
  ],
}

function phpWith(extension: string): string | null {
  try {
    return execFileSync('php', ['-r', `echo extension_loaded('${extension}') ? 'there' : '';`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }) === 'there'
      ? 'php'
      : null
  } catch {
    return null
  }
}

/** Where everything is, or in words what is missing. */
export function findNeeds(): Needs | string {
  const found = Object.fromEntries(
    Object.entries(PLACES).map(([name, places]) => [
      name,
      places.find((place) => existsSync(place)),
    ]),
  )
  const php = phpWith('mysqli')
  const { mariadbd, install, wordpress, theme } = found
  if (php && mariadbd && install && wordpress && theme)
    return { php, mariadbd, install, wordpress, theme }
  const missing = [
    ...(php ? [] : ['PHP with mysqli (php-cli php-mysql)']),
    ...(mariadbd && install ? [] : ['MariaDB (mariadb-server)']),
    ...(wordpress ? [] : ['WordPress (wordpress)']),
    ...(theme ? [] : ['a theme (wordpress-theme-twentytwentyone)']),
  ]
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not on this machine`
}
