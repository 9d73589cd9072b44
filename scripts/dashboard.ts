// The Grafana dashboard of deploy/observability, built with Grafana's own typed builders, so that Grafana can read it. `npm run docs`
// writes it.
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

type Query = readonly [expression: string, legend: string];
interface Panel {
  readonly title: string;
  /** Grafana's id of a unit. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

const quantile = (q: number, histogram: string, by = ''): string =>
  `histogram_quantile(${q}, sum by (le${by}) (rate(${histogram}_bucket[$__rate_interval])))`;
const each = '{{instance}}';

const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  '火警 · Alarms': [
    {
      title: '接收 · accepted',
      unit: 'ops',
      queries: [['sum by (kind) (rate(lookout_alarms_accepted_total[$__rate_interval]))', '{{kind}}']],
    },
    {
      title: '拒收 · refused',
      unit: 'ops',
      queries: [['sum by (kind) (rate(lookout_alarms_refused_total[$__rate_interval]))', '{{kind}}']],
    },
    {
      title: '到达至推送 · arrival to publication',
      unit: 's',
      queries: [
        [quantile(0.5, 'lookout_alarm_publish_seconds'), 'p50'],
        [quantile(0.99, 'lookout_alarm_publish_seconds'), 'p99'],
      ],
    },
    { title: '落后于事件日志 · behind the event log', unit: 's', queries: [['lookout_event_log_age_seconds', each]] },
  ],
  '调用 · Calls': [
    {
      title: '每秒 · a second',
      unit: 'reqps',
      queries: [['sum by (status) (rate(lookout_http_call_seconds_count[$__rate_interval]))', '{{status}}']],
    },
    {
      title: '时长 · duration',
      unit: 's',
      queries: [
        [quantile(0.5, 'lookout_http_call_seconds'), 'p50'],
        [quantile(0.95, 'lookout_http_call_seconds'), 'p95'],
      ],
    },
    {
      title: '最慢的调用 · slowest calls (p95)',
      unit: 's',
      queries: [[`topk(10, ${quantile(0.95, 'lookout_http_call_seconds', ', row')})`, '{{row}}']],
    },
    {
      title: '因限额或忙碌拒绝 · turned away',
      unit: 'ops',
      queries: [['sum by (error) (rate(lookout_calls_turned_away_total[$__rate_interval]))', '{{error}}']],
    },
  ],
  '实时连接 · Live': [
    { title: '连接 · connections', unit: 'short', queries: [['lookout_live_connections', each]] },
    { title: '会话 · sessions', unit: 'short', queries: [['lookout_live_sessions', each]] },
    { title: '投递 · deliveries', unit: 'ops', queries: [['rate(lookout_live_deliveries_total[$__rate_interval])', each]] },
    {
      title: '断开与拒绝 · cut, refused',
      unit: 'short',
      queries: [
        ['increase(lookout_live_cut_total[$__rate_interval])', `cut ${each}`],
        ['increase(lookout_live_refused_total[$__rate_interval])', `refused ${each}`],
      ],
    },
    { title: '外部消息服务器 · external broker', unit: 'short', queries: [['lookout_external_broker_connected', each]] },
  ],
  '人员安全 · People near fires': [
    { title: '受威胁或失联 · threatened, out of contact', unit: 'short', queries: [['max(lookout_people_watched)', 'people']] },
    { title: '未接手的告警 · alarms not taken', unit: 'short', queries: [['max(lookout_people_alarms_untaken)', 'alarms']] },
  ],
  '发件箱 · Outbox': [
    { title: '待发送 · waiting', unit: 'short', queries: [['max by (channel) (lookout_outbox_waiting)', '{{channel}}']] },
    { title: '最久的等待 · oldest waiting', unit: 's', queries: [['max by (channel) (lookout_outbox_oldest_seconds)', '{{channel}}']] },
    {
      title: '送出 · sent',
      unit: 'ops',
      queries: [['sum by (channel) (rate(lookout_outbox_sent_total[$__rate_interval]))', '{{channel}}']],
    },
    {
      title: '未成功 · failed',
      unit: 'ops',
      queries: [['sum by (channel, end) (rate(lookout_outbox_failed_total[$__rate_interval]))', '{{channel}} {{end}}']],
    },
  ],
  '数据库与备份 · Database and backup': [
    {
      title: '连接 · connections',
      unit: 'short',
      queries: [
        ['lookout_database_connections_open', `open ${each}`],
        ['lookout_database_connections_in_use', `in use ${each}`],
        ['lookout_database_calls_waiting', `waiting ${each}`],
      ],
    },
    { title: '应答 · up', unit: 'short', queries: [['lookout_database_up', each]] },
    {
      title: '日志归档距今 · log last archived',
      unit: 's',
      queries: [
        ['time() - max(lookout_wal_archived_timestamp_seconds)', 'age'],
        ['max(lookout_wal_archive_failing)', 'failing'],
      ],
    },
    { title: '备份距今 · age of the backup', unit: 's', queries: [['lookout_backup_age_seconds', each]] },
  ],
  '视频 · Video': [
    { title: '通道 · channels', unit: 'short', queries: [['lookout_video_channels', each]] },
    { title: '观看 · viewers', unit: 'short', queries: [['lookout_video_viewers', each]] },
    {
      title: '录像 · recordings',
      unit: 'short',
      queries: [
        ['lookout_recording_channels', `recording ${each}`],
        ['lookout_recording_faults', `failing ${each}`],
      ],
    },
  ],
  '机器 · Machine': [
    { title: '事件循环 · event loop p99', unit: 's', queries: [['nodejs_eventloop_lag_p99_seconds', each]] },
    { title: 'CPU', unit: 'percentunit', queries: [['rate(process_cpu_seconds_total[$__rate_interval])', each]] },
    { title: '内存 · memory', unit: 'bytes', queries: [['process_resident_memory_bytes', each]] },
    { title: '磁盘剩余 · free disk', unit: 'percentunit', queries: [['lookout_disk_free_bytes / lookout_disk_size_bytes', each]] },
    {
      title: '没有送到收集器的日志 · log lines that did not reach their collector',
      unit: 'short',
      queries: [['increase(lookout_log_lines_dropped_total[$__rate_interval])', each]],
    },
    { title: '资源索引 · index of resources ready', unit: 'short', queries: [['lookout_resource_index_ready', each]] },
  ],
};

/** Every PromQL expression of the dashboard. */
export const dashboardExpressions: readonly string[] = Object.values(ROWS).flatMap((panels) =>
  panels.flatMap(({ queries }) => queries.map(([expression]) => expression)),
);

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana's
const SOURCE = { type: 'prometheus', uid: '${datasource}' };

function panelOf({ title, unit, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder().title(title).unit(unit).min(0).datasource(SOURCE).span(6).height(7);
  for (const [expression, legend] of queries) panel.withTarget(new DataqueryBuilder().expr(expression).legendFormat(legend));
  return panel;
}

/** deploy/observability/dashboard.json */
export function dashboardText(): string {
  const dashboard = new DashboardBuilder('林火瞭望 · Fire Lookout')
    .uid('fire-lookout')
    .tags(['fire-lookout'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  for (const [title, panels] of Object.entries(ROWS)) {
    dashboard.withRow(new RowBuilder(title));
    for (const panel of panels) dashboard.withPanel(panelOf(panel));
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}
