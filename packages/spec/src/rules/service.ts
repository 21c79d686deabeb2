// Rule: what concerns the whole service agrees. Servers have names of their own, and URLs that end in one path: the version
// segment of the contract. Every request has one API key, sent as a bearer token: a key in a URL would end up in logs, and the
// server does not tell one scheme from another. A day allows no less than a minute, and the longest ban is no shorter than the first.
import { isDeepStrictEqual } from 'node:util';
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../json.js';

const DECISION = 'docs/decisions/02-served-or-refused.md says how a second version is served';
const PLANS = 'x-rate-limit-plans';
const BAN = 'x-rate-limit-ban';

export const service: Oas3Rule = () => {
  let required: unknown;
  return {
    Root(root, context) {
      const { report, location } = context;
      checkServers(root, context);
      for (const [name, plan] of entriesOf(getIn(root, PLANS)))
        if (Number(getIn(plan, 'perDay')) < Number(getIn(plan, 'perMinute')))
          report({
            message: `The plan ${name} allows fewer requests in a day than in a minute.`,
            location: location.child([PLANS, name]),
          });
      if (Number(getIn(root, BAN, 'maxSeconds')) < Number(getIn(root, BAN, 'seconds')))
        report({
          message: `\`${BAN}\` has a longest ban (\`maxSeconds\`) that is shorter than the first ban (\`seconds\`).`,
          location: location.child(BAN).key(),
        });
      required = root.security;
      const [scheme = 'bearerAuth'] = Object.keys(root.components?.securitySchemes ?? {});
      if (required !== undefined && !isDeepStrictEqual(required, [{ [scheme]: [] }]))
        report({
          message: `The contract must require its scheme for every operation: \`security: [{ ${scheme}: [] }]\`, without scopes and alternatives.`,
          location: location.child('security').key(),
        });
    },
    Operation({ security }, { report, location }) {
      if (security === undefined || isDeepStrictEqual(security, required)) return;
      report({
        message:
          'Every operation has the security of the contract: remove `security` here. What a key may do follows from the key.',
        location: location.child('security').key(),
      });
    },
  };
};

function checkServers(root: object, { report, location }: UserContext): void {
  const major = /^\d+/.exec(String(getIn(root, 'info', 'version')))?.[0];
  const names = new Set<string>();
  const servers = [getIn(root, 'servers') ?? []].flat();
  const basePath = servers.map(pathOf).find((path) => path !== undefined);
  for (const [index, server] of servers.entries()) {
    const reportAt = (key: string, message: string) =>
      report({ message, location: location.child(['servers', String(index), key]) });
    if (pathOf(server) === undefined) continue; // contract-schema reports it
    if (pathOf(server) !== basePath) reportAt('url', 'All server URLs must end in the same path.');
    const segment = /\/v(\d+)$/.exec(String(getIn(server, 'url')))?.[1];
    if (major !== undefined && segment !== major)
      reportAt(
        'url',
        segment === undefined
          ? `The server URL must end in the version segment /v${major}.`
          : `The server URL ends in /v${segment}, but the major of \`info.version\` is ${major}. Use /v${major}: ${DECISION}.`,
      );
    const name = String(getIn(server, 'description')).toLowerCase();
    if (names.has(name))
      reportAt(
        'description',
        `Two servers have the name "${name}" in the SDK. Give this one another description.`,
      );
    names.add(name);
  }
}

function pathOf(server: unknown): string | undefined {
  const url = String(getIn(server, 'url'));
  const path = URL.canParse(url) ? new URL(url).pathname : '/';
  return path === '/' ? undefined : path;
}
