// Parsers of the deployment files for their tests, typed as far as the tests read them.
import { parse, parseAllDocuments } from 'yaml';

export type Environment = Record<string, string>;

export interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  environment?: Environment;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
}

export interface Compose {
  services: Record<string, ComposeService>;
}

export interface Probe {
  httpGet: { path: string; port: string };
}

export interface Container {
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
  securityContext: Record<string, unknown>;
}

export type Labels = Record<string, string>;

export interface Pod {
  metadata: { labels: Labels };
  spec: {
    containers: [Container];
    securityContext: Record<string, unknown>;
    terminationGracePeriodSeconds?: number;
  };
}

/** A Deployment, Job, Service or PodDisruptionBudget. Each kind has some of the fields of `spec`. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template: Pod;
    selector: Labels & { matchLabels: Labels };
    ports: { targetPort: string }[];
  };
}

/** Replaces each variable that the file takes from the environment by `secret`. */
export function readCompose(text: string, secret: string): Compose {
  return parse(text.replace(/\$\{\w+[^}]*\}/g, secret), { merge: true }) as Compose;
}

/** The services that run this repository's image. */
export function ownServices({ services }: Compose): [name: string, ComposeService][] {
  return Object.entries(services).filter(([, { image }]) => image.startsWith('animal-store:'));
}

export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** @throws an Error if there is no manifest of that kind. */
export function ofKind(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind);
  if (found === undefined) throw new Error(`no manifest is a ${kind}`);
  return found;
}

/** The environment of a container. A variable that comes from a Secret gets a URL that fits its name, or `secret`. */
export function environmentOf({ env }: Container, secret: string): Environment {
  const urls: Environment = {
    DATABASE_URL: `postgres://animal_store:${secret}@database.example/animal_store`,
    RATE_LIMIT_URL: `redis://:${secret}@redis.example`,
  };
  return Object.fromEntries(env.map(({ name, value }) => [name, value ?? urls[name] ?? secret]));
}

/** The startup, liveness and readiness probes, in this order. */
export function probesOf({ startupProbe, livenessProbe, readinessProbe }: Container): Probe[] {
  return [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe ?? []);
}
