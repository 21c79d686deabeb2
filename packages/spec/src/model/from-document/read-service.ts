// Reading of what a contract says of the service as a whole.
import { createHash } from 'node:crypto';
import type { BanPolicy, Quota } from '@animal-store/core';
import { entriesOf, getIn, isObject, type JsonObject, listOf, objectOf } from '../../json.js';
import { formatPointer, joinPointer } from '../../json-pointer.js';
import { isMethod } from '../../methods.js';
import type { Contract, Info, SecurityOption, SecurityScheme, Server, Tag } from '../contract.js';
import type { Extensions, Pointer } from '../schema.js';
import { textsOf, without } from './fields.js';

const ROOT =
  /^(?:openapi|info|servers|tags|security|paths|components|x-(?:rate-limit-(?:plans|ban)|max-body-bytes|idempotency|deprecation-policy))$/;

export function readService(root: JsonObject) {
  return {
    openapi: String(root.openapi),
    info: readInfo(root.info),
    servers: readServers(root.servers, '#/servers') ?? [],
    tags: listOf(root.tags).filter(isObject).map(readTag),
    security: readSecurity(root.security) ?? [],
    plans: readPlans(root['x-rate-limit-plans']),
    ban: isBanPolicy(root['x-rate-limit-ban']) ? root['x-rate-limit-ban'] : undefined,
    limits: {
      maxBodyBytes: numberOf(root['x-max-body-bytes']),
      idempotencyRetentionSeconds: numberOf(getIn(root, 'x-idempotency', 'retentionSeconds')),
      minimumNoticeDays: numberOf(getIn(root, 'x-deprecation-policy', 'minimumNoticeDays')),
    },
    otherLimits: readOtherLimits(root),
    extensions: without(root, ROOT),
  };
}

function readInfo(node: unknown): Info {
  const info = objectOf(node);
  return Object.freeze({
    title: String(info.title),
    version: String(info.version),
    ...textsOf(info, 'summary', 'description'),
    extensions: without(info, /^(?:title|version|summary|description)$/),
  });
}

export function readDigests({ paths, components }: JsonObject): Map<Pointer, string> {
  const operations = entriesOf(paths).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([key, node]) =>
      isMethod(key) ? [[formatPointer('paths', path, key), node] as const] : [],
    ),
  );
  const groups = entriesOf(components).flatMap(([group, nodes]) =>
    entriesOf(nodes).map(
      ([name, node]) => [formatPointer('components', group, name), node] as const,
    ),
  );
  return new Map([...operations, ...groups].map(([at, node]) => [at, digestOf(node)]));
}

/** Whatever the order of keys. */
function digestOf(node: unknown): string {
  const text = JSON.stringify(node, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

export function readServers(list: unknown, at: Pointer): Server[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.filter(isObject).map((node, index) =>
    Object.freeze({
      at: joinPointer(at, `${index}`),
      url: String(node.url),
      ...textsOf(node, 'description'),
      extensions: without(node, /^(?:url|description)$/),
    }),
  );
}

function readTag(node: JsonObject): Tag {
  return Object.freeze({
    name: String(node.name),
    ...textsOf(node, 'description'),
    extensions: without(node, /^(?:name|description)$/),
  });
}

export function readSecurity(list: unknown): SecurityOption[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.map(
    (option) =>
      new Map(entriesOf(option).map(([scheme, scopes]) => [scheme, listOf(scopes).map(String)])),
  );
}

type Plan = Quota | 'custom';

function readPlans(node: unknown): Contract['plans'] {
  return new Map(entriesOf(node).filter((entry): entry is [string, Plan] => isPlan(entry[1])));
}

function isPlan(node: unknown): node is Plan {
  return node === 'custom' || isQuota(node);
}

/** Limits of a published contract that no field can have. */
function readOtherLimits(root: JsonObject): Extensions {
  const other = (key: string, isRead: (value: unknown) => boolean) =>
    key in root && !isRead(root[key]) ? { [key]: root[key] } : {};
  const hasNumber = (key: string) => (node: unknown) => typeof getIn(node, key) === 'number';
  return {
    ...other('x-rate-limit-plans', (plans) => entriesOf(plans).every(([, plan]) => isPlan(plan))),
    ...other('x-rate-limit-ban', isBanPolicy),
    ...other('x-max-body-bytes', (bytes) => typeof bytes === 'number'),
    ...other('x-idempotency', hasNumber('retentionSeconds')),
    ...other('x-deprecation-policy', hasNumber('minimumNoticeDays')),
  };
}

function isQuota(node: unknown): node is Quota {
  return isObject(node) && ['perMinute', 'perDay'].every((key) => typeof node[key] === 'number');
}

function isBanPolicy(node: unknown): node is BanPolicy {
  const keys = ['refusalsPerMinute', 'seconds', 'maxSeconds'];
  return isObject(node) && keys.every((key) => typeof node[key] === 'number');
}

export function readScheme(node: JsonObject): SecurityScheme {
  return {
    type: String(node.type),
    ...textsOf(node, 'scheme', 'in', 'name'),
    extensions: without(node, /^(?:type|scheme|in|name)$/),
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
