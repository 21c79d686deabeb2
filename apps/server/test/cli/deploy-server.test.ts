// Comparison of the deployment files with the server: settings, ports, paths, commands and shutdown timeouts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Environment,
  environmentOf,
  ofKind,
  ownServices,
  probesOf,
  readCompose,
  readManifests,
} from '../../../../deploy/read-deployment.js';
import { readImage } from '../../../../deploy/read-dockerfile.js';
import { readConfig } from '../../src/config.js';
import { runCli } from '../support/run-cli.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { startServer } from '../support/start-server.js';

const SECRET = 'secret';
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

const image = readImage(read('Dockerfile'));
const [port] = image.ports;
const nginxConf = read('deploy/nginx.conf');
const { services } = readCompose(read('compose.yaml'), SECRET);
const { nginx } = services;
const own = ownServices({ services });
const nodes = own.filter(([, { command }]) => command === undefined);
const manifests = readManifests(read('deploy/kubernetes.yaml'));
const deployment = ofKind(manifests, 'Deployment').spec.template.spec;
const [node] = deployment.containers;
const [migration] = ofKind(manifests, 'Job').spec.template.spec.containers;
const probes = probesOf(node);

describe('settings', () => {
  const environments: [where: string, Environment][] = [
    ['the Dockerfile', image.env],
    ...own.map(([name, { environment = {} }]): [string, Environment] => [
      `${name} in compose.yaml`,
      environment,
    ]),
    ['a node in kubernetes.yaml', environmentOf(node, SECRET)],
    ['the migration in kubernetes.yaml', environmentOf(migration, SECRET)],
  ];

  test.each(environments)('the server reads every variable of %s', (_where, environment) => {
    const readNames = new Set<string | symbol>(['NODE_ENV']); // read by libraries
    readConfig(new Proxy({}, { get: (_none, name) => void readNames.add(name) }));
    expect(Object.keys(environment).filter((name) => !readNames.has(name))).toEqual([]);
  });

  test.each(environments)('the server accepts the values of %s', (_where, environment) => {
    const config = readConfig({ ...image.env, ...environment });
    expect(config).toMatchObject({ host: '0.0.0.0', port });
  });

  test('a server trusts exactly one proxy in front of it', () => {
    const behindProxy = [
      ...nodes.map(([, { environment }]) => environment),
      environmentOf(node, SECRET),
    ];
    expect(behindProxy.map((environment) => readConfig({ ...environment }).trustProxy)).toEqual([
      1, 1, 1, 1,
    ]);
  });
});

describe('ports', () => {
  test('the image exposes the port that it configures', () => {
    expect(image.ports).toEqual([Number(image.env.PORT)]);
  });

  test('nginx proxies to every server of compose.yaml on that port, and starts after them', () => {
    const servers = Array.from(nginxConf.matchAll(/^ *server ([\w-]+):(\d+) /gm));
    const names = nodes.map(([name]) => name);
    expect(servers.map(([, name, at]) => [name, Number(at)])).toEqual(
      names.map((name) => [name, port]),
    );
    expect(Object.keys(nginx?.depends_on ?? {})).toEqual(names);
  });

  test('compose.yaml publishes only the port of nginx, on the loopback interface', () => {
    const [, listens] = /^ *listen (\d+);/m.exec(nginxConf) ?? [];
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual([`127.0.0.1:${listens}:${listens}`]);
  });

  test('on Kubernetes, the Service and the probes use the port of the container', () => {
    expect(node.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(ofKind(manifests, 'Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual([
      'http',
    ]);
    expect(probes.map(({ httpGet }) => httpGet.port)).toEqual(['http', 'http', 'http']);
  });
});

describe('paths and commands', () => {
  const inDocker = [image.healthcheck, nginx?.healthcheck?.test ?? []].map(
    (command) => /\/\w+z\b/.exec(command.join(' '))?.[0],
  );
  const onKubernetes = probes.map(({ httpGet }) => httpGet.path);

  test('Kubernetes alone checks readiness at /readyz; every other check is at /healthz, which does not depend on the database', () => {
    expect(inDocker).toEqual(['/healthz', '/healthz']);
    expect(onKubernetes).toEqual(['/healthz', '/healthz', '/readyz']);
  });

  test.each(['/healthz', '/readyz'])(
    'when %s is requested without a key, then it is a 200',
    async (path) => {
      const server = await startServer();
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
      await server.close();
    },
  );

  const commands = [image.command, services.migrate?.command, migration.command];
  test.each(commands.map((words = []) => [words.join(' '), words] as const))(
    'the command line has the command "%s"',
    async (_line, words) => {
      const [program, ...args] = words;
      expect(program).toBe('animal-store');
      expect(await runCli([...args, '--help'])).toMatchObject({ exitCode: 0 });
    },
  );
});

describe('timeouts', () => {
  const stopMs = constantOf('apps/server/src/main.ts', 'SHUTDOWN_TIMEOUT_MS');

  test('compose.yaml gives a server enough time to stop', () => {
    for (const [, { stop_grace_period = '' }] of nodes) {
      const [, seconds] = /^(\d+)s$/.exec(stop_grace_period) ?? [];
      expect(Number(seconds) * 1000).toBeGreaterThan(stopMs);
    }
  });

  test('kubernetes.yaml gives a server enough time to stop after preStop', () => {
    const [program, seconds] = node.lifecycle?.preStop.exec.command ?? [];
    expect(program).toBe('sleep');
    const graceSeconds = deployment.terminationGracePeriodSeconds ?? 0;
    expect((graceSeconds - Number(seconds)) * 1000).toBeGreaterThan(stopMs);
  });

  test('nginx closes idle connections before the server does', () => {
    const [upstream = ''] = /^ *upstream [\s\S]*?^ {2}\}/m.exec(nginxConf) ?? [];
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream) ?? [];
    const nodeMs = constantOf('apps/server/src/http/server.ts', 'KEEP_ALIVE_TIMEOUT_MS');
    expect(Number(seconds) * 1000).toBeLessThan(nodeMs);
  });
});

/** Reads a constant that the server does not export. */
function constantOf(path: string, name: string): number {
  const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(read(path)) ?? [];
  if (digits === undefined) throw new Error(`${path} has no constant ${name}`);
  return Number(digits.replaceAll('_', ''));
}
