// Rule: what concerns the whole service agrees. Servers have names of their own, and URLs that end in one path: the version
// segment of the contract. Every request has one API key, sent as a bearer token: a key in a URL would end up in logs, and the
// server does not tell one scheme from another. A day allows no less than a minute, and the longest ban is no shorter than
// the first.
import { isDeepStrictEqual } from 'node:util';
import { formatPointer, joinPointer } from '../json-pointer.js';
import type { Contract } from '../model/index.js';
import type { Report, Rule } from './rule.js';

const DECISION = 'docs/decisions/02-served-or-refused.md says how a second version is served';
const PLANS = 'x-rate-limit-plans';
const BAN = 'x-rate-limit-ban';

export const service: Rule = (contract, report) => {
  const { plans, ban, security, securitySchemes, operations } = contract;
  checkServers(contract, report);
  for (const [name, plan] of plans)
    if (plan !== 'custom' && plan.perDay < plan.perMinute)
      report({
        message: `The plan ${name} allows fewer requests in a day than in a minute.`,
        at: formatPointer(PLANS, name),
      });
  if (ban !== undefined && ban.maxSeconds < ban.seconds)
    report({
      message: `\`${BAN}\` has a longest ban (\`maxSeconds\`) that is shorter than the first ban (\`seconds\`).`,
      at: formatPointer(BAN),
      isKey: true,
    });
  const [scheme = 'bearerAuth'] = securitySchemes.keys();
  const required = [new Map([[scheme, []]])];
  // contract-schema reports an empty list
  if (security.length > 0 && !isDeepStrictEqual(security, required))
    report({
      message: `The contract must require its scheme for every operation: \`security: [{ ${scheme}: [] }]\`, without scopes and alternatives.`,
      at: formatPointer('security'),
      isKey: true,
    });
  for (const operation of operations)
    if (operation.security !== undefined && !isDeepStrictEqual(operation.security, security))
      report({
        message:
          'Every operation has the security of the contract: remove `security` here. What a key may do follows from the key.',
        at: joinPointer(operation.at, 'security'),
        isKey: true,
      });
};

function checkServers({ info, servers }: Contract, report: Report): void {
  const major = /^\d+/.exec(info.version)?.[0];
  const names = new Set<string>();
  const basePath = servers.map(({ url }) => pathOf(url)).find((path) => path !== undefined);
  for (const { at, url, description } of servers) {
    const reportAt = (key: string, message: string) =>
      report({ message, at: joinPointer(at, key) });
    if (pathOf(url) === undefined) continue; // contract-schema reports it
    if (pathOf(url) !== basePath) reportAt('url', 'All server URLs must end in the same path.');
    const segment = /\/v(\d+)$/.exec(url)?.[1];
    if (major !== undefined && segment !== major)
      reportAt(
        'url',
        segment === undefined
          ? `The server URL must end in the version segment /v${major}.`
          : `The server URL ends in /v${segment}, but the major of \`info.version\` is ${major}. Use /v${major}: ${DECISION}.`,
      );
    if (description === undefined) continue;
    const name = description.toLowerCase();
    if (names.has(name))
      reportAt(
        'description',
        `Two servers have the name "${name}" in the SDK. Give this one another description.`,
      );
    names.add(name);
  }
}

function pathOf(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : '/';
  return path === '/' ? undefined : path;
}
