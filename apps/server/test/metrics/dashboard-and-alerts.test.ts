// deploy/grafana.json and deploy/alerts.yaml: valid, and each alert fires on its fault alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';

interface Dashboard {
  panels: {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    datasource?: { uid: string };
    targets?: { expr: string }[];
  }[];
  templating: { list: unknown[] };
}

interface AlertCase {
  labels: Record<string, string>;
  summary: string;
  series: Record<string, readonly [fires: string | null, silent: string | null]>;
}

const dashboard: Dashboard = JSON.parse(readRepositoryFile('deploy/grafana.json'));
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
const rules: { groups: [{ rules: { alert: string }[] }] } = parse(
  readRepositoryFile('deploy/alerts.yaml'),
);
const alerts = rules.groups[0].rules;
const cases: Record<string, AlertCase> = parse(
  readFileSync(join(__dirname, 'alerts-cases.yaml'), 'utf8'),
);

function promtool(...args: string[]): void {
  const { stdout, stderr, status } = spawnSync('promtool', args, {
    encoding: 'utf8',
    cwd: REPOSITORY,
  });
  expect([status, stderr === '' ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
}

/** Calls promtool with a file of this content. */
function promtoolWith(args: readonly string[], content: unknown): void {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-promtool-'));
  const file = join(folder, 'input.yaml');
  writeFileSync(file, stringify(content));
  promtool(...args, file);
  rmSync(folder, { recursive: true });
}

/** A test for `promtool test rules`. @param column Of the values that the series have. */
function alertTest(alertname: string, { series }: AlertCase, column: 0 | 1, expected: unknown[]) {
  const labels = 'job="animal-store",instance="a"';
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, { [column]: values }]) => ({
      series: name.includes('{') ? name.replace('{', `{${labels},`) : `${name}{${labels}}`,
      values: values ?? '_x60', // no sample
    })),
    alert_rule_test: [{ alertname, eval_time: '40m', exp_alerts: expected }],
  };
}

describe('grafana.json', () => {
  test('every query uses the data source that is chosen in the dashboard', () => {
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    const queried = dashboard.panels.filter(({ targets }) => targets !== undefined);
    const uids = new Set(queried.map(({ datasource }) => datasource?.uid));
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
  });
});

describeIfTool('promtool')('promtool', () => {
  test('accepts the alerts', () => promtool('check', 'rules', 'deploy/alerts.yaml'));

  test('finds that each alert fires on its fault, and not without', () => {
    expect(Object.keys(cases)).toEqual(alerts.map(({ alert }) => alert));
    const tests = Object.entries(cases).flatMap(([name, alertCase]) => {
      const { labels, summary } = alertCase;
      const runbook = `docs/operate/monitoring.md#${name.toLowerCase()}`;
      const expected = [{ exp_labels: labels, exp_annotations: { summary, runbook } }];
      return [alertTest(name, alertCase, 0, expected), alertTest(name, alertCase, 1, [])];
    });
    promtoolWith(['test', 'rules'], {
      rule_files: [join(REPOSITORY, 'deploy/alerts.yaml')],
      evaluation_interval: '1m',
      tests,
    });
  });

  test('accepts the queries of the dashboard', () => {
    const recorded = targets.map(({ expr }, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, 'value'),
    }));
    promtoolWith(['check', 'rules'], { groups: [{ name: 'dashboard', rules: recorded }] });
  });
});
