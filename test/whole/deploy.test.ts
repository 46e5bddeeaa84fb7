import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { parse, parseAllDocuments } from 'yaml'
import { describe, expect, test } from 'vitest'
import { GRACE_SECONDS } from '#modules/publishing/submissions/purge-pictures.ts'
import { SETTINGS } from '#server/config.ts'
import { fileVariable } from '#lib/settings.ts'
import { faultsOfResources, type Resource } from '#test/support/kubernetes.ts'
import { namesIn, readAlerts, readDashboards } from '#test/support/monitoring.ts'
import { ROOT } from '#tools/launch/settings.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))

const PORTS = [
  SETTINGS.appPort,
  SETTINGS.themePort,
  SETTINGS.consolePort,
  SETTINGS.installerPort,
  SETTINGS.previewPort,
].map((setting) => Number(setting.default))
const HEALTH_PORT = 3900
const METRICS_PORT = 3901
const ROLES = ['web', 'worker', 'installer', 'preview']
const VARIABLES = new Set<string>(
  Object.values(SETTINGS).flatMap((one) =>
    'secret' in one ? [one.env, fileVariable(one.env)] : [one.env],
  ),
)

describe('Compose', () => {
  interface Compose {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const [compose, backups] = ['compose', 'backups'].map((name) =>
    parse(read(`deploy/compose/${name}.yaml`), { merge: true }),
  ) as [Compose, Compose]
  interface Service {
    image: string
    command?: string[]
    environment?: Record<string, string | number>
    volumes?: string[]
    depends_on?: Record<string, unknown>
    read_only?: boolean
    env_file?: string
  }
  /** With what runs beside it for backups. */
  const all = {
    services: { ...compose.services, ...backups.services },
    volumes: { ...compose.volumes, ...backups.volumes },
  }
  const services = Object.entries(compose.services)
  const ours = services.filter(([, { image }]) => image === 'localhost/arasta')

  test('its files are as the schema says', () => {
    // Ajv knows its draft by another address.
    const { $schema: _draft, ...schema } = JSON.parse(
      read('test/support/schemas/compose-spec.json'),
    ) as { $schema: string }
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    for (const one of [compose, backups]) expect(validate(one) ? [] : validate.errors).toEqual([])
    const { services: none, ...rest } = compose
    expect(validate({ ...rest, services: { web: { imago: '' } } }), String(!none)).toBe(false)
  })

  test('the preparation and each role run from our image, read-only, with settings that there are', () => {
    expect(ours.map(([name]) => name).sort()).toEqual([...ROLES, 'prepare'].sort())
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, env_file: '.env', cap_drop: ['ALL'] })
      const { environment = {}, command } = service
      for (const variable of Object.keys(environment)) expect(VARIABLES).toContain(variable)
      expect(environment).toMatchObject({ HEALTH_PORT, METRICS_PORT })
      if (name === 'prepare') expect(command).toEqual(['server/prepare.ts'])
      else expect(environment.ROLES).toBe(name)
    }
  })

  test('images have a version, and files, volumes and services that are named are there', () => {
    for (const [name, { image, volumes = [], depends_on: needs = {} }] of [
      ...services,
      ...Object.entries(backups.services),
    ]) {
      if (!image.startsWith('localhost/')) expect(image, name).toMatch(/:v?\d[\w.]*$/)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        // Certificates of previews are put there by hand.
        if (source === './previews') continue
        if (source.startsWith('.'))
          expect(existsSync(join(ROOT, 'deploy/compose', source)), source).toBe(true)
        else expect(all.volumes, name).toHaveProperty(source)
      }
      for (const other of Object.keys(needs)) expect(all.services).toHaveProperty(other)
    }
  })

  test('the proxy and Prometheus ask services and ports that there are, every role for its figures', () => {
    const asked = [read('deploy/compose/Caddyfile'), read('deploy/compose/prometheus.yaml')]
      .flatMap((text) => [...text.matchAll(/\b([a-z-]+):(\d{4})\b/g)])
      .map(([, service = '', port]) => [service, Number(port)] as const)
    expect(asked.length).toBeGreaterThan(8)
    for (const [service, port] of asked) {
      expect(all.services).toHaveProperty(service)
      if (ROLES.includes(service)) expect([...PORTS, METRICS_PORT]).toContain(port)
    }
    const { scrape_configs: jobs } = parse(read('deploy/compose/prometheus.yaml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
    }
    expect(
      jobs.find((one) => one.job_name === 'arasta')?.static_configs[0]?.targets.sort(),
    ).toEqual(ROLES.map((role) => `${role}:${METRICS_PORT}`).sort())
  })
})

describe('Kubernetes', () => {
  const folder = 'deploy/kubernetes'
  const { resources } = parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] }
  const documents = resources.flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((one) => one.toJS() as Resource),
  )
  const patches = ['pod', 'role'].map(
    (name) =>
      parse(read(`${folder}/patches/${name}.yaml`)) as { spec: { template: { spec: Pod } } },
  )
  interface Pod {
    containers: {
      env?: { name: string }[]
      ports?: { name: string; containerPort: number }[]
      [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
    }[]
  }

  test('each file holds what the schema of its kind allows', async () => {
    expect(documents.length).toBeGreaterThan(15)
    expect(await faultsOfResources(documents)).toEqual([])
  }, 60_000)

  test('a kind, a field and a value that there are not are faults', async () => {
    const deployment = documents.find((one) => one.kind === 'Deployment')!
    const withSpec = (spec: object) => ({ ...deployment, spec: { ...deployment.spec, ...spec } })
    for (const wrong of [
      { ...deployment, kind: 'Deploymint' },
      withSpec({ replica: 2 }),
      withSpec({ replicas: '2' }),
    ])
      expect(await faultsOfResources([wrong])).not.toEqual([])
  }, 60_000)

  test('its backups are of the database that there is, and its archive is that of the backups', () => {
    const [store, schedule] = parseAllDocuments(read(`${folder}/backups/backups.yaml`)).map(
      (one) => one.toJS() as Resource,
    )
    const cluster = parse(read(`${folder}/backups/cluster.yaml`)) as Resource
    const plugin = { name: 'barman-cloud.cloudnative-pg.io' }
    const database = documents.find((one) => one.kind === 'Cluster')?.metadata.name
    expect(cluster.metadata.name).toBe(database)
    expect(schedule?.spec).toMatchObject({
      cluster: { name: database },
      method: 'plugin',
      pluginConfiguration: plugin,
    })
    expect(cluster.spec).toMatchObject({
      plugins: [
        { ...plugin, isWALArchiver: true, parameters: { barmanObjectName: store?.metadata.name } },
      ],
    })
    const component = parse(read(`${folder}/backups/kustomization.yaml`)) as {
      resources: string[]
      patches: { path: string }[]
    }
    expect(component.resources).toEqual(['backups.yaml'])
    expect(component.patches).toEqual([{ path: 'cluster.yaml' }])
  })

  test('each role has a deployment, an autoscaler and a disruption budget', () => {
    for (const kind of ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'])
      expect(
        documents.filter((one) => one.kind === kind).map((one) => one.metadata.name),
        kind,
      ).toEqual(ROLES)
  })

  test('pods are given settings that there are, listen where the server does and are probed', () => {
    const specs = [...documents, ...patches]
      .map((one) => (one.spec as { template?: { spec: Pod } } | undefined)?.template?.spec)
      .filter((spec) => spec !== undefined)
    const containers = specs.flatMap((spec) => spec.containers)
    for (const { name } of containers.flatMap(({ env = [] }) => env))
      expect(VARIABLES).toContain(name)
    for (const { containerPort } of containers.flatMap(({ ports = [] }) => ports))
      expect([...PORTS, HEALTH_PORT, METRICS_PORT]).toContain(containerPort)
    const [role] = patches[1]!.spec.template.spec.containers
    expect(role).toMatchObject({
      startupProbe: { httpGet: { path: '/health/live', port: 'health' } },
      livenessProbe: { httpGet: { path: '/health/live', port: 'health' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'health' } },
    })
  })
})

describe('Prometheus and Grafana', () => {
  const guide = read('docs/monitoring.md')

  test('each alert is tried by promtool, has a paragraph of what to do, and its rule leads there', () => {
    const alerts = readAlerts()
    expect(alerts.length).toBeGreaterThan(10)
    for (const { alert, labels, annotations } of alerts) {
      expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`)
      expect(['page', 'ticket']).toContain(labels.severity)
      const [, paragraph = ''] = guide.split(`### ${alert}\n\n`)
      expect(paragraph.split('\n\n', 1)[0]?.length, alert).toBeGreaterThan(150)
    }
    const tried = read('deploy/monitoring/alerts.test.yaml')
    for (const { alert } of alerts) expect(tried).toContain(`alertname: ${alert}\n`)
    const told = [...guide.matchAll(/^### (Arasta\w+)$/gm)].map(([, name]) => name)
    expect(told.sort()).toEqual(alerts.map(({ alert }) => alert).sort())
  })

  test('a rule and a panel name metrics, and nothing else is taken for one', () => {
    expect(
      namesIn(
        'sum by (le, job) (rate(a_bucket{b_c="d"}[5m])) / min_over_time(e_total[2m]) > 900e6',
      ),
    ).toEqual(['a_bucket', 'e_total'])
    const ids = readDashboards().map(({ uid }) => uid)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { title, panels } of readDashboards())
      for (const { targets, title: panel } of panels)
        expect(
          targets.flatMap(({ expr }) => namesIn(expr)).length,
          `${title}: ${panel}`,
        ).toBeGreaterThan(0)
  })
})

test('the units of systemd set variables that there are', () => {
  const units = filesIn('deploy/systemd')
  expect(units.length).toBeGreaterThan(3)
  for (const unit of units)
    for (const [, values = ''] of read(unit).matchAll(/^Environment=(.*)$/gm))
      for (const value of values.split(' '))
        expect(VARIABLES, unit).toContain(value.split('=', 1)[0])
})

describe('the pages of docs/deploy, and the one of backups', () => {
  const pages = [...filesIn('docs/deploy'), 'docs/backups.md']
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  test.each(pages)('%s names files, ports, variables and commands that there are', (page) => {
    const text = read(page)
    for (const [path] of text.matchAll(
      /\bdeploy\/(?:systemd|compose|kubernetes|backups)\/[\w./@-]*\w/g,
    ))
      if (!/\/(?:\.env|previews)$/.test(path)) expect(existsSync(join(ROOT, path)), path).toBe(true)
    for (const [, script = ''] of text.matchAll(/npm run ([a-z-]+)/g))
      expect(scripts).toHaveProperty(script)
    for (const [, port] of text.matchAll(/127\.0\.0\.1:(\d+)/g))
      expect(PORTS).toContain(Number(port))
    for (const [, variable = ''] of text.matchAll(/--env ([A-Z_]+)=/g))
      expect(VARIABLES).toContain(variable)
  })

  test('the guide for operators leads to each', () => {
    for (const page of pages)
      expect(read('docs/operating.md')).toContain(page.slice('docs/'.length))
  })
})

describe('backups', () => {
  const conf = read('deploy/backups/pgbackrest.conf')
  const settings = read('deploy/backups/postgresql.conf')

  test('are encrypted, and kept for less long than files that nothing shows any more', () => {
    expect(conf).toContain('repo1-cipher-type=aes-256-cbc')
    const days = Number(/^repo1-retention-full=(\d+)$/m.exec(conf)?.[1])
    expect(conf).toContain('repo1-retention-full-type=time')
    expect(days).toBeGreaterThanOrEqual(14)
    expect(days * 86_400).toBeLessThan(GRACE_SECONDS)
  })

  test('archive in the same way wherever the database runs', () => {
    const compose = parse(read('deploy/compose/backups.yaml'), { merge: true }) as {
      services: { database: { command: string[] } }
    }
    const given = compose.services.database.command.filter((word) => word.includes('='))
    const wanted = [...settings.matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)].map(
      ([, name, value]) => `${name}=${value}`,
    )
    expect(wanted.length).toBe(3)
    expect(given).toEqual(wanted)
    const cluster = parse(read('deploy/kubernetes/backups/cluster.yaml')) as {
      spec: { postgresql: { parameters: { archive_timeout: string } } }
    }
    expect(wanted).toContain(
      `archive_timeout=${Number.parseInt(cluster.spec.postgresql.parameters.archive_timeout)}`,
    )
  })
})
