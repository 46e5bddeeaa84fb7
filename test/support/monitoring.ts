import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '#tools/launch/settings.ts'

const FOLDER = join(ROOT, 'deploy/monitoring')
/** Of the exporters of the database, its backups and the proxy, and Prometheus' own. */
const OTHERS = /^(?:pg_|pgbackrest_|barman_|caddy_|up$)/

export interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

export const readAlerts = (): Alert[] =>
  (
    parse(readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')) as { groups: { rules: Alert[] }[] }
  ).groups.flatMap(({ rules }) => rules)

export interface Dashboard {
  uid: string
  title: string
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

export const readDashboards = (): Dashboard[] =>
  readdirSync(join(FOLDER, 'dashboards')).map(
    (file) => JSON.parse(readFileSync(join(FOLDER, 'dashboards', file), 'utf8')) as Dashboard,
  )

/** Names of metrics in an expression: neither labels nor functions. */
export const namesIn = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
      .replaceAll(/\b(?:by|without) *\([^)]*\)/g, ' ')
      .matchAll(/[a-z_][a-z0-9_]*\b(?! *\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => name !== 'le' && name !== 'or' && !/^e\d+$/.test(name))

/** Metrics of ours that a rule or a panel names. */
export function namesInMonitoring(): string[] {
  const expressions = [
    ...readAlerts().map(({ expr }) => expr),
    ...readDashboards().flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ),
  ]
  return [...new Set(expressions.flatMap(namesIn))].filter((name) => !OTHERS.test(name)).sort()
}
