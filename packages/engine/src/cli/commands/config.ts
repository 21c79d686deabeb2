// `config`: the effective settings, and the settings' texts for help.
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import {
  type Config,
  defaultOf,
  findWarnings,
  namesOf,
  type OwnSettings,
  readConfig,
  SETTINGS,
  type Setting,
  textOf,
} from '../../settings/settings.js';
import { formatTable } from '../output.js';

type Field = keyof typeof SETTINGS;

export const NONE = 'none';
const { database, rateLimitUrl } = SETTINGS;

/** By the first word of the command. */
const USED_SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  serve: Object.values(SETTINGS),
  keys: [database, rateLimitUrl],
  usage: [database],
  backup: [database],
  restore: [database],
  migrate: [database],
  doctor: Object.values(SETTINGS),
};

/** Commands that show the warnings in their own way: in the log, or in a report. */
const OWN_WARNINGS = ['serve', 'doctor'];

export function configCommand(shop: Shop): Command {
  return new Command('config')
    .description('print the effective settings, without passwords')
    .option('--check', 'only validate them: print every problem, and exit with 1 if there is one')
    .action(({ check = false }: { check?: boolean }) => showConfig(shop, check));
}

/**
 * Adds to each command the help on the settings that it uses, and warnings of misspelled ones.
 * @param own The shop's commands, which use the database.
 */
export function addSettings(program: Command, own: readonly Command[], { settings }: Shop): void {
  const product = program.name();
  const { commands } = program;
  for (const command of commands) {
    if (!OWN_WARNINGS.includes(command.name()))
      command.hook('preAction', () => printWarnings(product, settings));
    const { [command.name()]: engine = [] } = USED_SETTINGS;
    const used = own.includes(command) ? [database] : engine;
    const shown = OWN_WARNINGS.includes(command.name())
      ? [...used, ...Object.values(settings)]
      : used;
    for (const each of [command, ...command.commands]) {
      if (shown.length > 0) each.addHelpText('after', () => settingsHelp(product, each, shown));
    }
  }
}

function printWarnings(product: string, own: OwnSettings): void {
  for (const warning of findWarnings(process.env, own))
    process.stderr.write(`${product}: ${warning}\n`);
}

function settingsHelp(product: string, command: Command, settings: readonly Setting[]): string {
  const help = command.createHelp();
  help.helpWidth = process.stdout.columns ?? 80;
  const width = Math.max(...settings.map(({ name }) => name.length));
  const items = settings.map((setting) => {
    const text = `${meaningOf(setting)} (default: ${defaultOf(setting, product) || NONE})`;
    return help.formatItem(setting.name, width, text, help);
  });
  return ['\nEnvironment variables:', ...items].join('\n');
}

function showConfig({ product, settings }: Shop, check: boolean): void {
  const problems: string[] = [];
  const config = readConfig(
    process.env,
    product.name,
    (problem) => problems.push(problem),
    settings,
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (check) {
    process.stderr.write('the settings are valid.\n');
    return;
  }
  const toRow = (setting: Setting, value: string) => ({
    setting: setting.name,
    value,
    from: namesOf(setting).find((name) => process.env[name]) ?? 'default',
  });
  const rows = Object.entries(SETTINGS).map(([field, setting]) =>
    toRow(setting, describe(config[field as Field])),
  );
  for (const setting of Object.values(settings)) {
    const text = textOf(setting, process.env) ?? defaultOf(setting, product.name);
    rows.push(toRow(setting, (setting.isSecret ? '***' : text) || NONE));
  }
  process.stdout.write(formatTable(rows));
}

/** For people, in Markdown. */
export function meaningOf(setting: Setting): string {
  const [, fileName] = namesOf(setting);
  const { meaning } = setting;
  return fileName === undefined ? meaning : `${meaning}; or in the file that \`${fileName}\` names`;
}

/** A value as its variable would have it, but with complete paths and without passwords. */
function describe(value: Config[Field]): string {
  if (value === undefined || value === false) return NONE;
  if (Array.isArray(value)) return value.join(',') || NONE;
  if (typeof value === 'object') {
    if (value.kind === 'postgres') return withoutPassword(value.url);
    return value.file === ':memory:' ? value.file : `file:${value.file}`;
  }
  const text = String(value);
  return text.includes('://') ? withoutPassword(text) : text;
}

/** Parameters are masked too: `?password=`, or the rest of a password with an unencoded `?`. */
function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  if (url.search !== '') url.search = '?***';
  url.hash = '';
  return url.href;
}
