import { describe, expect, it } from 'vitest';
import { BadConfig, readConfig, SETTING_NAMES } from './config.ts';
import { SETTING_GROUPS } from './setting-texts.ts';

const faultOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof BadConfig) return error.message;
    throw error;
  }
};

it('describes every setting once', () => {
  const described = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
  expect(described.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

describe('the environment', () => {
  it('may be empty: the defaults are those of docs/interface.md', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      tls: null,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseReplicaUrl: null,
      mqttUrl: null,
      region: 'sichuan',
      demo: 'on',
      demoLayers: true,
      demoWorld: true,
      seed: 1,
    });
  });

  it('publishes documentation and metrics in a demo, on a loopback host, or where a setting enables them', () => {
    const open = (env: Record<string, string>) => {
      const { publicDocs, publicMetrics } = readConfig(env);
      return [publicDocs, publicMetrics];
    };
    expect(open({ HOST: '0.0.0.0' })).toEqual([true, true]);
    expect(open({ DEMO: 'off' })).toEqual([true, true]);
    expect(open({ DEMO: 'off', HOST: '0.0.0.0' })).toEqual([false, false]);
    expect(open({ DEMO: 'off', HOST: '0.0.0.0', PUBLIC_METRICS: 'on' })).toEqual([false, true]);
    expect(open({ PUBLIC_DOCS: 'off' })).toEqual([false, true]);
  });

  it('a bad value stops the start: the error names the variable, what is wrong, and what to do, in Chinese and English', () => {
    for (const [name, value] of Object.entries({
      PORT: '80x',
      EVENTS_KEEP_MONTHS: '2',
      AUDIT_KEEP_MONTHS: '11',
      HOST: 'not a host',
      DATABASE_URL: 'mysql://x',
      MQTT_URL: 'nonsense',
      REGION: 'atlantis',
      DEMO: 'yes',
      SEED: '-1',
      TLS_CERT: '/no/such/file',
      FEED_KEY: 'short',
      LOG_LEVEL: 'loud',
      WEB_APP_DIR: '/no/such/folder',
      LINK_BACKSTAGE_URL: 'javascript:alert(1)',
      DIGITAL_FORESTRY: '手册|https://example.test/page.html',
      IMAGERY_URL: 'https://map.example/wmts',
      TIANDITU_KEY: 'a key',
      BASE_MAPS: '省图|https://map.example/',
    })) {
      const fault = faultOf({ [name]: value });
      expect(fault).toContain(`${name}`);
      expect(fault).toMatch(/[\u4e00-\u9fff]/);
      expect(fault).toMatch(/must (both )?be/);
    }
  });

  it('accepts a mail server only with a sender, and a sender only with a mail server', () => {
    const mail = { SMTP_URL: 'smtp://user:hidden@mail.example.cn:587', MAIL_FROM: '林火瞭望 <lookout@example.cn>' };
    expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
    expect(readConfig({}).mail).toBeNull();
    expect(faultOf({ SMTP_URL: mail.SMTP_URL })).toContain('MAIL_FROM=：SMTP_URL 与 MAIL_FROM 须同时设置');
    expect(faultOf({ MAIL_FROM: mail.MAIL_FROM })).toContain('SMTP_URL: SMTP_URL and MAIL_FROM must both be set');
    const bad = faultOf({ ...mail, SMTP_URL: 'http://user:hidden@mail', MAIL_FROM: '林火瞭望' });
    expect(bad).toContain('MAIL_FROM: must be the sender of messages');
    expect(bad).toContain('SMTP_URL=***');
    expect(bad).not.toContain('hidden');
  });

  it('reports all faults together, and prints no secret', () => {
    const fault = faultOf({ PORT: '0x10', FEED_KEY: 'a secret', DATABASE_URL: 'postgre://user:hidden@host' });
    expect(fault).toContain('PORT="0x10"');
    expect(fault).toContain('FEED_KEY=***');
    expect(fault).not.toMatch(/a secret|hidden/);
  });

  it('defines header links by title and URL; the URL tells videos from PDFs', () => {
    const { links, digitalForestry } = readConfig({
      LINK_ENVIRONMENT_URL: 'https://env.example.test/',
      DIGITAL_FORESTRY: ' 防火宣传片|https://example.test/a.MP4?x=1 ; 操作手册|http://example.test/b.pdf;',
    });
    expect(links).toEqual({ environment: 'https://env.example.test/' });
    expect(digitalForestry).toEqual([
      { title: '防火宣传片', kind: 'video', url: 'https://example.test/a.MP4?x=1' },
      { title: '操作手册', kind: 'pdf', url: 'http://example.test/b.pdf' },
    ]);
    for (const entry of ['手册', '|https://example.test/b.pdf', '手册|ftp://example.test/b.pdf', '手册|javascript:x.pdf']) {
      expect(faultOf({ DIGITAL_FORESTRY: entry })).toContain('DIGITAL_FORESTRY');
    }
  });

  it('defines base maps by title and tile URL, with + before the title of label layers, and prints no URL', () => {
    expect(
      readConfig({ BASE_MAPS: ' 省图|https://{s}.b.example/{z}/{x}/{-y}.png?tk=hidden; +注记|http://10.1.2.3/{z}/{x}/{y}' }).baseMaps,
    ).toEqual([
      { title: '省图', url: 'https://{s}.b.example/{z}/{x}/{-y}.png?tk=hidden', isLabels: false },
      { title: '注记', url: 'http://10.1.2.3/{z}/{x}/{y}', isLabels: true },
    ]);
    for (const entry of ['省图', '|https://b.example/{z}/{x}/{y}', '省图|ftp://b.example/{z}/{x}/{y}?tk=hidden']) {
      expect(faultOf({ BASE_MAPS: entry })).toContain('BASE_MAPS=***');
      expect(faultOf({ BASE_MAPS: entry })).not.toContain('hidden');
    }
  });

  it('requires certificate and key together', () => {
    expect(faultOf({ TLS_KEY: import.meta.filename })).toContain('TLS_CERT');
  });

  it('requires all settings of a bucket, and prints none of its keys', () => {
    const all = { S3_ENDPOINT: 'http://s3:8333', S3_BUCKET: 'lookout', S3_ACCESS_KEY_ID: 'an id', S3_SECRET_ACCESS_KEY: 'hidden' };
    expect(readConfig({ ...all, S3_FORCE_PATH_STYLE: 'off' }).s3).toEqual({
      endpoint: 'http://s3:8333',
      bucket: 'lookout',
      region: 'us-east-1',
      accessKeyId: 'an id',
      secretAccessKey: 'hidden',
      forcePathStyle: false,
    });
    expect(readConfig({}).s3).toBeNull();
    const { S3_BUCKET: _, ...without } = all;
    expect(faultOf(without)).toContain('S3_BUCKET=：S3_ENDPOINT、S3_BUCKET');
    const bad = faultOf({ ...all, S3_BUCKET: 'Not A Bucket' });
    expect(bad).toContain('S3_BUCKET="Not A Bucket"');
    expect(bad).not.toContain('hidden');
  });

  it('enables tracing if a collector is set, with the names and defaults of OpenTelemetry', () => {
    const endpoint = 'http://jaeger:4318';
    const defaults = { endpoint, serviceName: 'fire-lookout', sampler: 'parentbased_always_on', ratio: 1 };
    expect(readConfig({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_off' }).tracing).toBeNull();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual(defaults);
    const tenth = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...tenth }).tracing).toMatchObject({ sampler: 'traceidratio', ratio: 0.1 });
    for (const ratio of ['2', '-1', '.', '10%', '1e-1'])
      expect(faultOf({ OTEL_TRACES_SAMPLER_ARG: ratio })).toContain('OTEL_TRACES_SAMPLER_ARG');
    expect(faultOf({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toContain('OTEL_TRACES_SAMPLER');
  });

  it('reports faults with these exact messages, in the order of the settings', () => {
    expect(faultOf({ LOG_LEVEL: 'loud', SMS_URL: 'ftp://x', TLS_CERT: 'x.pem', PORT: '80x' })).toBe(
      [
        '环境变量有误，服务没有启动（bad environment, not started）：',
        '  PORT="80x"：应为 0 到 65535 之间的整数，请改正或删去',
        '    PORT: must be a whole number from 0 to 65535; correct or unset it',
        '  TLS_KEY=：TLS_CERT 与 TLS_KEY 须同时设置',
        '    TLS_KEY: TLS_CERT and TLS_KEY must both be set',
        '  SMS_URL=***：应为 http://…、https://… 形式的地址',
        '    SMS_URL: must be an address of the form http://…、https://…',
        '  LOG_LEVEL="loud"：只能是 fatal、error、warn、info、debug、trace、silent 之一',
        '    LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
      ].join('\n'),
    );
  });

  it("reports the allow-list's own message for a fault in the camera addresses", () => {
    const fault = faultOf({ CAMERA_HOSTS: '10.0.0.0/99' });
    expect(fault).toMatch(/CAMERA_HOSTS="10\.0\.0\.0\/99"：应为 10\.0\.0\.0\/8:554,8000-8100 .*多项用分号隔开（.+）\n/);
  });

  it('treats a blank value as missing and trims other values', () => {
    expect(readConfig({ PORT: ' 81 ', HOST: '  ', SMS_URL: ' https://sms.test/ ', DEMO: 'off', CAMERA_HOSTS: '' })).toMatchObject({
      port: 81,
      host: '127.0.0.1',
      smsUrl: 'https://sms.test/',
      cameraHosts: [],
      replayMenuFullName: null,
    });
    expect(readConfig({}).cameraHosts).toEqual(['127.0.0.0/8', '[::1]/128']);
  });
});
