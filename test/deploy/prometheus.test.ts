import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/freePort.ts';
import { programOf } from '../support/programOf.ts';
import { startTestService } from '../support/service.ts';
import { waitFor } from '../support/waitFor.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const needs = { tests: 'Tests with a real Prometheus', pack: 'prometheus' };
const prometheus = programOf('prometheus', needs);
const promtool = prometheus && programOf('promtool', needs);

test('docs/operate.md has a row for each alert', () => {
  const { groups } = parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8'));
  const alerts: Rule[] = groups.flatMap((group: { rules: Rule[] }) => group.rules);
  expect(alerts.length).toBeGreaterThan(10);
  const rows = readFileSync(join(deploy, '../docs/operate.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const isNamed = ({ alert }: Rule) => rows.some((row) => row.split('|')[1]!.includes(`\`${alert}\``));
  expect(alerts.filter((one) => !isNamed(one)).map(({ alert }) => alert)).toEqual([]);
});

test.skipIf(!promtool)('the alert rules are valid', () => {
  const checked = spawnSync(promtool!, ['check', 'rules', join(deploy, 'prometheus/alerts.yml')], {
    encoding: 'utf8',
  });
  expect(checked.status, checked.stderr).toBe(0);
});

test.skipIf(!promtool).each([
  ['IdvPicturesAway', 'idv_picture_store_seconds_count'],
  ['IdvKeysAway', 'idv_key_store_seconds_count'],
])(
  '%s does not page for one operation that failed, and does where a bucket stays away',
  (alertname, name) => {
    const counted = (failed: string) => [
      { series: `${name}{operation="get",result="done"}`, values: '0+0x40' },
      { series: `${name}{operation="get",result="failed"}`, values: failed },
    ];
    const fires = (failed: string, eval_time: string, alerts: object[]) => ({
      interval: '15s',
      input_series: counted(failed),
      alert_rule_test: [{ eval_time, alertname, exp_alerts: alerts }],
    });
    const rules = parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8'));
    const all: Rule[] = rules.groups.flatMap((group: { rules: Rule[] }) => group.rules);
    const { labels, annotations } = all.find(({ alert }) => alert === alertname)!;
    const ofOne = alertname === 'IdvPicturesAway' ? { operation: 'get' } : {};
    const paged = { exp_labels: { ...labels, ...ofOne }, exp_annotations: annotations };
    const folder = mkdtempSync(join(tmpdir(), 'idv-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'test.yml');
    const tests = [
      ...Array.from({ length: 20 }, (_, n) => fires('0x4 1x36', `${15 * n + 60}s`, [])),
      fires('0x4 1+1x36', '3m', []),
      fires('0x4 1+1x36', '6m', [paged]),
    ];
    writeFileSync(file, JSON.stringify({ rule_files: [join(deploy, 'prometheus/alerts.yml')], tests }));
    const tested = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' });
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  },
);

test.skipIf(!promtool)(
  'IdvDatabaseChanges fires for one takeover of 39 seconds, and not where there was none',
  () => {
    const rules = parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8'));
    const all: Rule[] = rules.groups.flatMap((group: { rules: Rule[] }) => group.rules);
    const alertname = 'IdvDatabaseChanges';
    const { labels, annotations } = all.find(({ alert }) => alert === alertname)!;
    const fires = (values: string, alerts: object[]) => ({
      interval: '15s',
      input_series: [{ series: 'idv_database_up', values }],
      alert_rule_test: [{ eval_time: '10m', alertname, exp_alerts: alerts }],
    });
    const folder = mkdtempSync(join(tmpdir(), 'idv-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'test.yml');
    const tests = [
      fires('1x40', []),
      fires('1x10 0x2 1x28', [{ exp_labels: labels, exp_annotations: annotations }]),
    ];
    writeFileSync(file, JSON.stringify({ rule_files: [join(deploy, 'prometheus/alerts.yml')], tests }));
    const tested = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' });
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  },
);

interface Rule {
  alert: string;
  labels: object;
  annotations: object;
}

test.skipIf(!prometheus)(
  'a real Prometheus scrapes the service, and every panel and alert uses existing metrics',
  async () => {
    const token = 'scrape-me-0123456789';
    const service = await startTestService({ config: { metrics: { token, port: null } } });
    await service.call('POST', '/cases', {
      json: { type: 'kyc_individual', returnUrl: 'https://shop.example/r' },
    });
    const api = await startPrometheus(new URL(service.url).host, token);
    const ask = async (query: string) => {
      const answer = await fetch(`${api}/query?query=${encodeURIComponent(query)}`);
      return (await answer.json()) as { status: string; error?: string; data: { result: unknown[] } };
    };
    await waitFor(
      async () => (await ask('idv_events_total{type="case.created"} == 1')).data.result.length === 1,
    );
    const { data: names } = (await (await fetch(`${api}/label/__name__/values`)).json()) as {
      data: string[];
    };
    for (const query of queries()) {
      const { status, error } = await ask(query);
      expect(status, `${query}: ${error}`).toBe('success');
      for (const [name] of query.matchAll(/\b(idv|nodejs|process)_\w+/g))
        expect([...names, ...LATER], query).toContain(name);
    }
  },
);

/** Series that begin with the first that they count. */
const LATER = [
  'idv_event_reasons_total',
  'idv_webhook_attempt_seconds_count',
  'idv_picture_store_seconds_count',
  'idv_picture_store_seconds_bucket',
  'idv_key_store_seconds_count',
  'idv_key_store_seconds_bucket',
  'idv_job_seconds_count',
  'idv_job_seconds_bucket',
  'idv_jobs_due',
  'idv_jobs_oldest_seconds',
  'idv_deliveries_due',
  'idv_deliveries_oldest_seconds',
  'idv_list_age_seconds',
  'idv_list_entities',
  'idv_list_refused',
  'idv_list_stale',
  'idv_database_connections',
  'idv_quarantined',
];

/** The queries of the dashboard and the alert rules. */
function queries(): string[] {
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/idv-verify.json'), 'utf8'));
  const queries = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const rules = readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8');
  const alerts = [...rules.matchAll(/expr: (?:>\n)?([\s\S]*?)\n {8}(?:for|labels):/g)].map(
    (match) => match[1]!,
  );
  expect(queries.length).toBeGreaterThan(10);
  expect(alerts.length).toBe(rules.match(/- alert: /g)!.length);
  return [...queries, ...alerts].map((query) => query.replaceAll('$mode', 'test'));
}

/** @returns the address of its API once it is ready. */
async function startPrometheus(target: string, token: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-prometheus-'));
  const file = join(folder, 'prometheus.yml');
  const scrape = {
    job_name: 'idv-verify',
    authorization: { credentials: token },
    static_configs: [{ targets: [target] }],
  };
  writeFileSync(file, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }));
  const port = await freePort();
  const child = spawn(
    prometheus!,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
  return `${url}/api/v1`;
}
