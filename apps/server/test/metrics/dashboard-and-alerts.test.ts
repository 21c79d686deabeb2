// deploy/grafana.json and deploy/alerts.yaml: valid, and each alert fires on its fault alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { readRepositoryFile } from './scrape.js';

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
}

interface Dashboard {
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
}

interface Alert {
  alert: string;
  annotations: { summary: string; runbook: string };
}

interface AlertCase {
  alert_rule_test: [{ alertname: string; exp_alerts: unknown[] }];
}

const CASES = join(REPOSITORY, 'apps/server/test/metrics/alerts-cases.yaml');
const dashboard: Dashboard = JSON.parse(readRepositoryFile('deploy/grafana.json'));
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
const rules: { groups: [{ rules: Alert[] }] } = parse(readRepositoryFile('deploy/alerts.yaml'));
const alerts = rules.groups[0].rules;

function promtool(...args: string[]): void {
  const { stdout, stderr, status } = spawnSync('promtool', args, {
    encoding: 'utf8',
    cwd: REPOSITORY,
  });
  expect([status, stderr === '' ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
}

describe('grafana.json', () => {
  test('every query uses the data source that is chosen in the dashboard', () => {
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    const uids = new Set(targets.map(({ datasource }) => datasource.uid));
    expect([...uids].join()).toMatch(/^\$\{datasource\}$/);
  });

  test('panels have ids of their own, and do not overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});

describe('alerts.yaml', () => {
  test('every alert links its section of docs/operate/monitoring.md', () => {
    const headings =
      readRepositoryFile('docs/operate/monitoring.md').match(/^### AnimalStore\w+$/gm) ?? [];
    expect([...headings].sort()).toEqual(alerts.map(({ alert }) => `### ${alert}`).sort());
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/operate/monitoring.md#${alert.toLowerCase()}`);
  });

  test('every alert has a test in which it fires, and one in which it does not', () => {
    const { tests }: { tests: AlertCase[] } = parse(readFileSync(CASES, 'utf8'));
    const tested = tests.map(({ alert_rule_test: [{ alertname, exp_alerts }] }) =>
      exp_alerts.length > 0 ? `${alertname} fires` : alertname,
    );
    expect(tested).toEqual(alerts.flatMap(({ alert }) => [`${alert} fires`, alert]));
  });
});

describeIfTool('promtool')('promtool', () => {
  test('accepts the alerts', () => promtool('check', 'rules', 'deploy/alerts.yaml'));

  test('finds that each alert fires on its fault, and not without', () =>
    promtool('test', 'rules', CASES));

  test('accepts the queries of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-queries-'));
    const file = join(folder, 'queries.yaml');
    const recorded = targets.map(({ expr }, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, 'value'),
    }));
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    promtool('check', 'rules', file);
    rmSync(folder, { recursive: true });
  });
});
