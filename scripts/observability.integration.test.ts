// deploy/observability: the alert rules are checked by promtool, and every metric that a rule or the dashboard names must be one of the
// server's.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestServer, type TestServer } from '../apps/server/src/testing/index.ts';
import { dashboardExpressions, dashboardText } from './dashboard.ts';

const folder = path.resolve(import.meta.dirname, '../deploy/observability');
const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const rules = (parse(text('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

const promtool = [process.env.LOOKOUT_PROMTOOL, '/usr/bin/promtool'].find((file) => file !== undefined && existsSync(file));
if (promtool === undefined) process.stderr.write('NOT RUN: alert rules by promtool (LOOKOUT_PROMTOOL or /usr/bin/promtool is absent)\n');

describe('alert rules', () => {
  it.runIf(promtool !== undefined).each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('promtool %s %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync(promtool as string, args, { cwd: folder, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  });

  it('each has a test in which it is silent and one in which it fires', () => {
    const { tests } = parse(text('alerts.test.yml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const tried = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    for (const { alert } of rules)
      expect(new Set(tried.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length > 0)), alert).toEqual(
        new Set([false, true]),
      );
  });
});

it('an alarm is counted when it is stored and timed when it is published; a rejected one is counted as refused', async () => {
  const server = await startTestServer();
  try {
    const headers = { 'x-feed-key': server.feedKey };
    const report = (longitude: number) =>
      server.call('POST', '/fire/api/reportFirealarm', { body: { longitude, latitude: 31.48, description: '烟' }, headers });
    expect((await report(103.59)).body.code).toBe(200);
    expect((await report(10)).body.code).not.toBe(200);
    await expect.poll(async () => (await server.call('GET', '/metrics')).body).toMatch(/^lookout_alarm_publish_seconds_count 1$/m);
    const { body } = await server.call('GET', '/metrics');
    expect(body).toMatch(/^lookout_alarms_accepted_total\{kind="report"\} 1$/m);
    expect(body).toMatch(/^lookout_alarms_refused_total\{kind="report"\} 1$/m);
    expect(body).toMatch(/^lookout_database_up 1$/m);
  } finally {
    await server.stop();
  }
});

describe('every metric that is named', () => {
  let server: TestServer;
  let names: Set<string>;
  beforeAll(async () => {
    server = await startTestServer({ env: { FIRE_ASSOCIATION: 'on' } });
    names = new Set([...(await server.call('GET', '/metrics')).body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '']) => name));
  });
  afterAll(() => server?.stop());

  /** A histogram is queried by its parts. */
  const metricsOf = (expression: string): string[] =>
    [...expression.matchAll(/\b(?:lookout|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))('in the rule %s is a metric of the server', (_alert, expr) => {
    const wanted = metricsOf(expr);
    if (expr !== 'up{job="lookout"} == 0') expect(wanted).not.toEqual([]);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
  it.each(dashboardExpressions)('in the panel %s is a metric of the server', (expression) => {
    const wanted = metricsOf(expression);
    expect(wanted).not.toEqual([]);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
  it('and every metric of the server is on the dashboard', () => {
    const shown = new Set(dashboardExpressions.flatMap(metricsOf));
    expect([...names].filter((name) => name.startsWith('lookout_') && !shown.has(name))).toEqual([]);
  });
});

it('the dashboard equals the output of Grafana’s builders for its panels, and its expressions are PromQL', () => {
  expect(text('dashboard.json')).toBe(dashboardText());
  if (promtool === undefined) return;
  // Written as recording rules, because promtool parses those. Grafana inserts the interval.
  const asRules = dashboardExpressions.map((expr, at) => ({ record: `panel_${at}`, expr: expr.replaceAll('$__rate_interval', '1m') }));
  const made = mkdtempSync(path.join(tmpdir(), 'lookout-dashboard-'));
  try {
    const file = path.join(made, 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
    expect(execFileSync(promtool, ['check', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS');
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});
