// The environment as a typed configuration. A bad value stops the start. The error lists every fault at once, each with what to do about
// it.
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import type { DailyBudget } from '@lookout/contract';
import { LEAST_MONTHS } from '@lookout/domain';
import { tileAddressOf } from '@lookout/features/base-map/server/tile-address.ts';
import { type ExternalLinkId, REGIONS, type RegionId } from '@lookout/region';
import type { VendorConfig } from '@lookout/video';
import { parseAllowList } from '@lookout/video/allow-list';
import { z } from 'zod';
import { type ClearLink, clearLinks, LINKS, type LinkName } from './clear-links.ts';
import { addressList, LOOPBACK } from './client-address.ts';
import type { S3Config } from './s3-config.ts';
import type { ScannerChoice } from './scanner-choice.ts';
import {
  CRYPTO_SUITES,
  type CryptoSuite,
  PHONE_STORAGES,
  type PhoneStorage,
  SECURITY_POLICIES,
  type SecurityPolicy,
  STRICT_IDLE_MINUTES,
  STRICT_SESSION_HOURS,
} from './security-policy.ts';
import { type SyslogAddress, syslogAddressOf } from './syslog-address.ts';
import { SAMPLER_NAMES, type TracingConfig } from './tracing-config.ts';

/** The name of the keys file in the data folder, unless KEYS_FILE sets another path (access/keys.ts). */
export const KEYS_NAME = 'keys.json';

export type DemoMode = 'on' | 'quiet' | 'off';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The trusted reverse proxies, whose X-Forwarded-For is used: addresses or CIDRs. */
  readonly trustedProxies: readonly string[];
  /**
   * The path under which a proxy publishes this server: empty, or `/lookout`. Requests arrive with the path or, if the proxy strips it,
   * without.
   */
  readonly basePath: string;
  /** Sites whose pages may open a live connection, in addition to the server's own host. */
  readonly allowedOrigins: readonly string[];
  /** Whether HSTS also covers the subdomains of this host. */
  readonly hstsSubdomains: boolean;
  /** Whether the API documentation and the Prometheus metrics are public. */
  readonly publicDocs: boolean;
  readonly publicMetrics: boolean;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  /** For the role that owns the tables and migrates; null: `databaseUrl` does both. */
  readonly databaseOwnerUrl: string | null;
  /** A streaming replica for long queries; null: none. */
  readonly databaseReplicaUrl: string | null;
  /** Services that the operator allows without encryption (clear-links.ts). */
  readonly clearLinks: readonly LinkName[];
  /** null: there is no other server. */
  readonly mqttUrl: string | null;
  readonly mqttWsUrl: string | null;
  readonly region: RegionId;
  readonly demo: DemoMode;
  /** Whether the demo adds forest farms, villages, roads and a tower. */
  readonly demoLayers: boolean;
  /** Whether the demo's simulators are started along with the server. */
  readonly demoWorld: boolean;
  readonly seed: number;
  /** null: generated at the first start and stored in DATA_DIR. */
  readonly feedKey: string | null;
  /** The keys of the database's secrets (access/keys.ts). */
  readonly keysFile: string;
  readonly firmsMapKey: string | null;
  readonly qweatherKey: string | null;
  /** The weather service assigns every customer a separate host; null: the general one. */
  readonly qweatherUrl: string | null;
  /** The demo world's weather server; run/start.ts sets it when it starts the demo world. */
  readonly demoWeatherUrl: string | null;
  /** Base maps of external services: 天地图's key, a tile service for imagery, and any others. Their tiles are fetched through this server. */
  readonly tiandituKey: string | null;
  readonly imageryUrl: string | null;
  readonly baseMaps: readonly BaseMapEntry[];
  /** The disk space for cached tiles. */
  readonly baseMapCacheGigabytes: number;
  readonly terrainUrl: string | null;
  readonly smsUrl: string | null;
  /** The mail server and the sender of its messages; null: none. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** People, browsers and other systems are notified of fires (decision 0061). */
  readonly notifications: boolean;
  /**
   * Internal addresses allowed for webhooks and push endpoints, as entries of packages/video's allow-list. All others must be public and
   * use https.
   */
  readonly notifyHosts: readonly string[];
  /** The province's portal: the URL that verifies its tokens, and the URL at which its users start. */
  readonly portal: { readonly verifyUrl: string | null; readonly url: string | null };
  /** The OpenID Connect provider; null: none. */
  readonly oidc: OidcConfig | null;
  /** Allowed hosts of cameras and streams: entries of packages/video's allow-list. */
  readonly cameraHosts: readonly string[];
  /** Vendors' platforms, called instead of the camera. */
  readonly cameraGateways: Pick<VendorConfig, 'hikvision' | 'chinaTower' | 'aqishi' | 'guide' | 'mediaKit'>;
  /** An account's limits for one day. */
  readonly dailyBudgets: Readonly<Record<DailyBudget, number>>;
  /** Whether alarms are associated with fires (火情); off: each alarm is shown separately. */
  readonly fireAssociation: boolean;
  /** Whether cameras look at the places of alarms by themselves in grids that have not set it. */
  readonly secondLook: boolean;
  /** Fire reports become due by the rules of the region (decision 0059). */
  readonly reportingClock: boolean;
  /** Retention of the event log and the audit in whole months; null: unlimited. */
  readonly eventsKeepMonths: number | null;
  readonly auditKeepMonths: number | null;
  /** Retention of recordings: days and total size. */
  readonly recordDays: number;
  readonly recordGigabytes: number;
  /** The same for the pictures of people and vehicles that passed the checkpoints. */
  readonly gatePictureDays: number;
  readonly gatePictureGigabytes: number;
  /** The bucket for pictures and recordings, shared by all servers; null: they are stored in the data folder. */
  readonly s3: S3Config | null;
  /** §2: the user whose live-video item opens a dropdown. */
  readonly replayMenuFullName: string | null;
  /** The URLs of the header's links; a link without one is shown as not configured. */
  readonly links: Readonly<Partial<Record<ExternalLinkId, string>>>;
  /** §2: "A digital-forestry dropdown offers videos and PDF links". */
  readonly digitalForestry: readonly ForestryLink[];
  /** A build of the web app other than apps/web/dist; null: that one. */
  readonly webAppDir: string | null;
  readonly logLevel: LogLevel;
  /** null: calls and alarms are not traced, and the tracing library is not loaded. */
  readonly tracing: TracingConfig | null;
  /** The collector of log lines; null: stderr only. */
  readonly syslog: SyslogAddress | null;
  /** The scanner for uploaded files: a program, or an ICAP service; null: none. */
  readonly uploadScanner: ScannerChoice | null;
  /** See access/keys.ts. */
  readonly cryptoSuite: CryptoSuite;
  /** See security-policy.ts. */
  readonly securityPolicy: SecurityPolicy;
  /** Under `strict`: how long a session may be idle. */
  readonly sessionIdleMinutes: number;
  /** Where a ranger's page stores what it needs offline: on the phone, or only in the open page. */
  readonly phoneStorage: PhoneStorage;
  /** The maximum number of sessions of an account; null: the policy's value. */
  readonly sessionsMost: number | null;
  /**
   * Days after which a password that an administrator assigned expires. Its user has to change it at first login. null: the policy's value.
   */
  readonly givenPasswordDays: number | null;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client. */
  readonly clientSecret: string | null;
  /** Where the provider sends the browser back; null: /authredirect of the site that the browser called. */
  readonly redirectUrl: string | null;
  readonly usernameClaim: string;
  readonly scope: string;
  /** The authentication strengths (`acr`) of which one is required; empty: any. */
  readonly acrValues: readonly string[];
  /** The maximum age of the provider's last authentication of the user; null: no maximum is requested. */
  readonly maxAgeSeconds: number | null;
}

export interface ForestryLink {
  readonly title: string;
  /** The kind, derived from the extension of the URL. */
  readonly kind: 'pdf' | 'video';
  readonly url: string;
}

export interface BaseMapEntry {
  readonly title: string;
  readonly url: string;
  /** Drawn over the selected base map. */
  readonly isLabels: boolean;
}

const LINK_VARIABLES = {
  environment: 'LINK_ENVIRONMENT_URL',
  backstage: 'LINK_BACKSTAGE_URL',
  emergencyPlan: 'LINK_EMERGENCY_PLAN_URL',
} as const satisfies Record<ExternalLinkId, string>;

/** docs/interface.md, Readings. */
const DEMO_REPLAY_USER = '阿坝州值班员';
/** The demo's simulated towers run on this machine. */
const DEMO_CAMERAS = ['127.0.0.0/8', '[::1]/128'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
const DEMO_MODES = ['on', 'quiet', 'off'] as const;

/** Lists every bad variable, in Chinese first, then English. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Environment = Readonly<Record<string, string | undefined>>;

const WEB = ['http:', 'https:'] as const;

/** What a value should be, in both languages. */
const bilingual = (chinese: string, english: string) => ({ message: chinese, params: { english } });

const ruleOf = (isGood: (text: string) => boolean, chinese: string, english: string) =>
  z.string().refine(isGood, bilingual(chinese, english));

/** `otherwise` when the variable is missing or blank; else the trimmed text, parsed by the rule. */
const setting = <T, O extends T | null>(rule: z.ZodType<T, string>, otherwise: O) =>
  z
    .string()
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(rule.optional())
    .transform((value) => value ?? otherwise);

const text = setting(z.string(), null);

const wholeRule = (min: number, max: number) =>
  ruleOf(
    (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
    `应为 ${min} 到 ${max} 之间的整数，请改正或删去`,
    `must be a whole number from ${min} to ${max}; correct or unset it`,
  ).transform(Number);

const whole = (otherwise: number, min: number, max: number) => setting<number, number>(wholeRule(min, max), otherwise);
const wholeOrUnset = (min: number, max: number) => setting<number, null>(wholeRule(min, max), null);

/** A retention of at least the database's minimum; unset: all months are retained. */
const months = (min: number) =>
  setting<number, null>(
    ruleOf(
      (value) => /^\d{1,4}$/.test(value) && Number(value) >= min,
      `应为不少于 ${min} 的整月数；不设则永久保留`,
      `must be a whole number of months, at least ${min}; unset it to keep all`,
    ).transform(Number),
    null,
  );

const choice = <T extends string>(choices: readonly T[]) =>
  ruleOf(
    (value) => choices.some((one) => one === value),
    `只能是 ${choices.join('、')} 之一`,
    `must be one of ${choices.join(', ')}`,
  ).transform((value) => value as T);

const oneOf = <T extends string>(choices: readonly T[], otherwise: T) => setting<T, T>(choice(choices), otherwise);
const oneOfOrUnset = <T extends string>(choices: readonly T[]) => setting<T, null>(choice(choices), null);

const url = (protocols: readonly string[]) => {
  const forms = protocols.map((protocol) => `${protocol}//…`).join('、');
  const isGood = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return setting(ruleOf(isGood, `应为 ${forms} 形式的地址`, `must be an address of the form ${forms}`), null);
};

const file = setting(ruleOf(isFile, '找不到这个文件，请给出 PEM 文件的路径', 'no such file; give the path of a PEM file'), null);

const allowedHosts = z.string().transform((value, context): readonly string[] => {
  const entries = value.split(/[\s;]+/).filter((entry) => entry !== '');
  try {
    parseAllowList(entries);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const form = `应为 10.0.0.0/8:554,8000-8100 或 camera.local:554 这样的地址，多项用分号隔开（${why}）`;
    const english = 'must be entries such as 10.0.0.0/8:554,8000-8100 or camera.local:554, separated by semicolons';
    context.addIssue({ code: 'custom', ...bilingual(form, english) });
  }
  return entries;
});

const trustedProxies = z.string().transform((value, context): readonly string[] => {
  const entries = value.split(/[\s,;]+/).filter((entry) => entry !== '');
  if (addressList(entries) === null) {
    const form = '应为代理的地址或网段，例如 127.0.0.1;10.0.0.0/8，多项用分号隔开';
    context.addIssue({ code: 'custom', ...bilingual(form, 'must be addresses or networks of proxies such as 127.0.0.1;10.0.0.0/8') });
  }
  return entries;
});

const origins = z.string().transform((value, context): readonly string[] => {
  const entries = value.split(/[\s,;]+/).filter((entry) => entry !== '');
  if (
    !entries.every(
      (entry) => URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry.toLowerCase(),
    )
  ) {
    const form = '应为站点，例如 https://duty.example.cn，不带路径，多项用分号隔开';
    context.addIssue({ code: 'custom', ...bilingual(form, 'must be sites such as https://duty.example.cn, without a path') });
  }
  return entries.map((entry) => entry.toLowerCase());
});

const linkNames = z.string().transform((value, context): readonly LinkName[] => {
  const entries = value.split(/[\s,;]+/).filter((entry) => entry !== '');
  const known = entries.filter((entry): entry is LinkName => LINKS.some((name) => name === entry));
  if (known.length < entries.length) {
    const [form, english] = [`应为 ${LINKS.join('、')} 之中的几项，用逗号隔开`, `must be some of ${LINKS.join(', ')}, separated by commas`];
    context.addIssue({ code: 'custom', ...bilingual(form, english) });
  }
  return known;
});

const digitalForestry = z.string().transform((value, context): ForestryLink[] => {
  const found = value
    .split(/[;\n]/)
    .filter((entry) => entry.trim() !== '')
    .map(forestryLink);
  const links = found.filter((link) => link !== null);
  if (links.length < found.length) {
    const form = '应为“标题|http(s)://…”，多项用分号隔开，地址以 .pdf 或 .mp4、.m3u8、.webm 结尾';
    const english = 'must be "title|http(s)://…", several separated by semicolons, each address ending in .pdf, .mp4, .m3u8 or .webm';
    context.addIssue({ code: 'custom', ...bilingual(form, english) });
  }
  return links;
});

const TILES = '应为 XYZ、TMS 或 WMTS 的地址，例如 https://tiles.example.cn/{z}/{x}/{y}.png';
const TILES_ENGLISH = 'must be an XYZ, TMS or WMTS address such as https://tiles.example.cn/{z}/{x}/{y}.png';

const baseMaps = z.string().transform((value, context): BaseMapEntry[] => {
  const entries = value.split(/[;\n]/).filter((entry) => entry.trim() !== '');
  const found = entries.map(baseMapEntry).filter((entry) => entry !== null);
  if (found.length < entries.length) {
    const form = `应为“标题|瓦片地址”，多项用分号隔开，注记的标题前加 +；瓦片地址${TILES}`;
    const english = `must be "title|tile address", several separated by semicolons, + before the title of labels; the address ${TILES_ENGLISH}`;
    context.addIssue({ code: 'custom', ...bilingual(form, english) });
  }
  return found;
});

const isHost = (value: string): boolean => isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value);
const hasPage = (folder: string): boolean => isFile(join(resolve(folder), 'index.html'));
const ON_OFF = ['on', 'off'] as const;

/** An ICAP service's URL, which has a host and a path. */
function isIcap(value: string): boolean {
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, hostname, pathname, username, password, hash } = new URL(value);
  return /^icaps?:$/.test(protocol) && hostname !== '' && pathname.length > 1 && username + password + hash === '';
}

/** Every setting and its rule; faults are listed in this order. What each is for: setting-texts.ts. */
const SETTINGS = {
  PORT: whole(8080, 0, 65_535),
  HOST: setting(
    ruleOf(isHost, '应为本机的地址，例如 127.0.0.1 或 0.0.0.0', 'must be an address of this machine such as 127.0.0.1 or 0.0.0.0'),
    '127.0.0.1',
  ),
  TRUSTED_PROXIES: setting<readonly string[], readonly string[]>(trustedProxies, []),
  BASE_PATH: setting<string, string>(
    ruleOf(
      (value) => /^\/?([A-Za-z0-9][\w.~-]*\/)*([A-Za-z0-9][\w.~-]*)?\/?$/.test(value),
      '应为反向代理发布本系统的路径，例如 /lookout/；发布在根路径时不设',
      'must be the path below which a proxy publishes this server such as /lookout/; unset it at the root',
    ).transform((value) => value.replace(/^\/*/, '/').replace(/\/+$/, '')),
    '',
  ),
  ALLOWED_ORIGINS: setting<readonly string[], readonly string[]>(origins, []),
  TLS_CERT: file,
  TLS_KEY: file,
  HSTS_SUBDOMAINS: oneOf(ON_OFF, 'off'),
  PUBLIC_DOCS: oneOfOrUnset(ON_OFF),
  PUBLIC_METRICS: oneOfOrUnset(ON_OFF),
  CLEAR_LINKS: setting<readonly LinkName[], readonly LinkName[]>(linkNames, []),
  DATA_DIR: setting(z.string(), './data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_OWNER_URL: url(['postgres:', 'postgresql:']),
  DATABASE_REPLICA_URL: url(['postgres:', 'postgresql:']),
  MQTT_URL: url(['mqtt:', 'mqtts:', 'ws:', 'wss:', 'tcp:', 'ssl:']),
  MQTT_WS_URL: url(['ws:', 'wss:']),
  REGION: oneOf(Object.keys(REGIONS) as RegionId[], 'sichuan'),
  DEMO: oneOf(DEMO_MODES, 'on'),
  DEMO_LAYERS: oneOf(ON_OFF, 'on'),
  DEMO_WORLD: oneOf(ON_OFF, 'on'),
  SEED: whole(1, 0, 4_294_967_295),
  FEED_KEY: setting(
    ruleOf((value) => /^[\x21-\x7e]{12,200}$/.test(value), '应为 12 到 200 个可见的英文字符', 'must be 12 to 200 visible ASCII characters'),
    null,
  ),
  KEYS_FILE: text,
  FIRMS_MAP_KEY: text,
  QWEATHER_KEY: text,
  QWEATHER_URL: url(WEB),
  DEMO_WEATHER_URL: url(WEB),
  TIANDITU_KEY: setting(
    ruleOf((value) => /^[A-Za-z0-9-]{8,64}$/.test(value), '应为天地图的密钥（tk）', 'must be a key (tk) of Tianditu'),
    null,
  ),
  IMAGERY_URL: setting(
    ruleOf((value) => tileAddressOf(value) !== null, TILES, TILES_ENGLISH),
    null,
  ),
  BASE_MAPS: setting<BaseMapEntry[], BaseMapEntry[]>(baseMaps, []),
  BASE_MAP_CACHE_GIGABYTES: whole(2, 1, 10_000),
  TERRAIN_URL: url(WEB),
  SMS_URL: url(WEB),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: setting(
    ruleOf(
      (value) => z.email().safeParse(/<([^<>]+)>$/.exec(value)?.[1] ?? value).success,
      '应为发件人地址，例如 lookout@example.cn 或 林火瞭望 <lookout@example.cn>',
      'must be the sender of messages such as lookout@example.cn or Fire Lookout <lookout@example.cn>',
    ),
    null,
  ),
  NOTIFY_HOSTS: setting<readonly string[], readonly string[]>(allowedHosts, []),
  SSO_VERIFY_URL: url(WEB),
  SSO_PORTAL_URL: url(WEB),
  OIDC_ISSUER: url(WEB),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_REDIRECT_URL: url(WEB),
  OIDC_USERNAME_CLAIM: setting(z.string(), 'preferred_username'),
  OIDC_SCOPE: setting(
    ruleOf(
      (value) => value.split(/\s+/).includes('openid'),
      '应含 openid，多项用空格分隔，例如 openid profile',
      'must contain openid, several separated by spaces, such as openid profile',
    ),
    'openid profile',
  ),
  OIDC_ACR_VALUES: setting<readonly string[], readonly string[]>(
    z.string().transform((value) => value.split(/\s+/)),
    [],
  ),
  OIDC_MAX_AGE_MINUTES: wholeOrUnset(1, 43_200),
  CAMERA_HOSTS: setting<readonly string[], null>(allowedHosts, null),
  AQISHI_URL: url(WEB),
  AQISHI_USER: text,
  AQISHI_PASSWORD: text,
  MEDIA_KIT_URL: url(WEB),
  MEDIA_KIT_SECRET: text,
  HIKVISION_URL: url(WEB),
  CHINA_TOWER_URL: url(WEB),
  GUIDE_URL: url(WEB),
  DAILY_REPORTS: whole(300, 1, 1_000_000),
  DAILY_MESSAGES: whole(3_000, 1, 1_000_000),
  DAILY_RANGER_MESSAGES: whole(500, 1, 1_000_000),
  DAILY_PHOTOS: whole(1_000, 1, 1_000_000),
  FIRE_ASSOCIATION: oneOf(ON_OFF, 'on'),
  SECOND_LOOK: oneOfOrUnset(ON_OFF),
  REPORTING_CLOCK: oneOf(ON_OFF, 'on'),
  NOTIFICATIONS: oneOf(ON_OFF, 'on'),
  EVENTS_KEEP_MONTHS: months(LEAST_MONTHS.event),
  AUDIT_KEEP_MONTHS: months(LEAST_MONTHS.audit),
  RECORD_DAYS: whole(7, 1, 3_650),
  RECORD_GIGABYTES: whole(20, 1, 1_000_000),
  GATE_PICTURE_DAYS: whole(90, 1, 3_650),
  GATE_PICTURE_GIGABYTES: whole(20, 1, 1_000_000),
  S3_ENDPOINT: url(WEB),
  S3_BUCKET: setting(
    ruleOf(
      (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
      '应为存储桶的名称：3 到 63 个小写字母、数字、点和连字符',
      'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    ),
    null,
  ),
  S3_REGION: setting(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: oneOf(ON_OFF, 'on'),
  REPLAY_MENU_FULL_NAME: text,
  LINK_ENVIRONMENT_URL: url(WEB),
  LINK_BACKSTAGE_URL: url(WEB),
  LINK_EMERGENCY_PLAN_URL: url(WEB),
  DIGITAL_FORESTRY: setting<ForestryLink[], ForestryLink[]>(digitalForestry, []),
  WEB_APP_DIR: setting(
    ruleOf(hasPage, '此目录中没有网页构建（index.html）', 'must be a folder with a built web app (index.html)').transform((folder) =>
      resolve(folder),
    ),
    null,
  ),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'warn'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(WEB),
  OTEL_SERVICE_NAME: setting(z.string(), 'fire-lookout'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLER_NAMES, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: setting<number, number>(
    ruleOf(
      (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
      '应为 0 到 1 之间的数，例如 0.1',
      'must be a number from 0 to 1 such as 0.1',
    ).transform(Number),
    1,
  ),
  SYSLOG: setting<SyslogAddress, null>(
    z.string().transform((value, context): SyslogAddress => {
      const address = syslogAddressOf(value);
      if (address !== null) return address;
      const form = '应为日志收集器的地址，例如 tls://logs.example.cn:6514，也可用 tcp:、udp:';
      context.addIssue({
        code: 'custom',
        ...bilingual(form, 'must be a collector of logs such as tls://logs.example.cn:6514; also tcp:, udp:'),
      });
      return z.NEVER;
    }),
    null,
  ),
  UPLOAD_SCANNER: setting<ScannerChoice, null>(
    ruleOf(
      (value) => isIcap(value) || (isAbsolute(value.split(/\s+/)[0] ?? '') && isFile(value.split(/\s+/)[0] ?? '')),
      '应为检查程序的绝对路径和参数，例如 /usr/bin/clamdscan --no-summary -，或 ICAP 服务的地址，例如 icap://scanner.local:1344/avscan',
      'must be the absolute path of a program and its arguments such as /usr/bin/clamdscan --no-summary -, or the address of an ICAP service such as icap://scanner.local:1344/avscan',
    ).transform((value): ScannerChoice => {
      const [program = '', ...args] = value.split(/\s+/);
      return isIcap(value) ? { icap: value } : { command: [program, ...args] };
    }),
    null,
  ),
  CRYPTO: oneOf(CRYPTO_SUITES, 'international'),
  SECURITY_POLICY: oneOf(SECURITY_POLICIES, 'standard'),
  SESSION_IDLE_MINUTES: whole(STRICT_IDLE_MINUTES, 5, 1_440),
  PHONE_STORAGE: oneOf(PHONE_STORAGES, 'phone'),
  MAX_SESSIONS: wholeOrUnset(1, 1_000),
  GIVEN_PASSWORD_DAYS: wholeOrUnset(1, 365),
} as const;

export type SettingName = keyof typeof SETTINGS;

/** For what is written about settings elsewhere: manifests of deployments, docs/settings.md. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

/** The value of a setting that the environment does not have. */
export const defaultOf = (name: SettingName): unknown => SETTINGS[name].parse(undefined);

/** Certificate and key are only valid together: the missing one is the fault, and no other fault of the two is reported. */
function tlsFault(env: Environment): 'TLS_CERT' | 'TLS_KEY' | null {
  const [hasCert, hasKey] = [env.TLS_CERT, env.TLS_KEY].map((value) => (value ?? '').trim() !== '');
  return hasCert === hasKey ? null : hasCert ? 'TLS_KEY' : 'TLS_CERT';
}

/** An issuer without a client, or a client without an issuer: the missing one is the fault. */
function oidcFault(env: Environment): 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | null {
  const [hasIssuer, hasClient] = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID].map((value) => (value ?? '').trim() !== '');
  return hasIssuer === hasClient ? null : hasIssuer ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER';
}

/** A mail server without a sender, or a sender without a mail server: the missing one is the fault. */
function mailFault(env: Environment): 'SMTP_URL' | 'MAIL_FROM' | null {
  const [hasServer, hasSender] = [env.SMTP_URL, env.MAIL_FROM].map((value) => (value ?? '').trim() !== '');
  return hasServer === hasSender ? null : hasServer ? 'MAIL_FROM' : 'SMTP_URL';
}

/** A bucket needs all four settings. */
const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const s3Faults = (env: Environment): readonly (typeof S3_SETTINGS)[number][] => {
  const missing = S3_SETTINGS.filter((name) => (env[name] ?? '').trim() === '');
  return missing.length === S3_SETTINGS.length ? [] : missing;
};

interface Fault {
  readonly name: string;
  readonly chinese: string;
  readonly english: string;
}

function faultsOf(env: Environment, issues: readonly z.core.$ZodIssue[]): Fault[] {
  const missing = tlsFault(env);
  const pair = { chinese: 'TLS_CERT 与 TLS_KEY 须同时设置', english: 'TLS_CERT and TLS_KEY must both be set' };
  const unpaired = oidcFault(env);
  const oidcPair = { chinese: 'OIDC_ISSUER 与 OIDC_CLIENT_ID 须同时设置', english: 'OIDC_ISSUER and OIDC_CLIENT_ID must both be set' };
  const unsent = mailFault(env);
  const mailPair = { chinese: 'SMTP_URL 与 MAIL_FROM 须同时设置', english: 'SMTP_URL and MAIL_FROM must both be set' };
  const s3All = { chinese: `${S3_SETTINGS.join('、')} 须同时设置`, english: `${S3_SETTINGS.join(', ')} must all be set` };
  const order = Object.keys(SETTINGS);
  return [
    ...(missing === null ? [] : [{ name: missing, ...pair }]),
    ...(unpaired === null ? [] : [{ name: unpaired, ...oidcPair }]),
    ...(unsent === null ? [] : [{ name: unsent, ...mailPair }]),
    ...s3Faults(env).map((name) => ({ name, ...s3All })),
    ...issues
      .map((issue) => ({
        name: String(issue.path[0]),
        chinese: issue.message,
        english: issue.code === 'custom' ? String(issue.params?.english) : issue.message,
      }))
      .filter(({ name }) => missing === null || !name.startsWith('TLS_')),
  ].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** @throws BadConfig naming each variable that cannot be used */
export function readConfig(env: Environment): Config {
  const read = z.object(SETTINGS).safeParse(env);
  const faults = faultsOf(env, read.error?.issues ?? []);
  if (!read.success || faults.length > 0) {
    const lines = faults.map(({ name, chinese, english }) => `${name}=${shown(name, env[name])}：${chinese}\n    ${name}: ${english}`);
    throw new BadConfig(`环境变量有误，服务没有启动（bad environment, not started）：\n  ${lines.join('\n  ')}`);
  }
  const given = read.data;
  const at = (baseUrl: string | null) => (baseUrl === null ? null : { baseUrl });
  const [aqishi, mediaKit] = [at(given.AQISHI_URL), at(given.MEDIA_KIT_URL)];
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = given;
  const isDemo = given.DEMO !== 'off';
  // Without the demo, a server that the network reaches publishes neither its documentation nor its metrics.
  const isPublic = (set: 'on' | 'off' | null) => (set === null ? isDemo || LOOPBACK.test(given.HOST) : set === 'on');
  const config = {
    port: given.PORT,
    host: given.HOST,
    trustedProxies: given.TRUSTED_PROXIES,
    basePath: given.BASE_PATH,
    allowedOrigins: given.ALLOWED_ORIGINS ?? [],
    hstsSubdomains: given.HSTS_SUBDOMAINS === 'on',
    publicDocs: isPublic(given.PUBLIC_DOCS),
    publicMetrics: isPublic(given.PUBLIC_METRICS),
    clearLinks: given.CLEAR_LINKS ?? [],
    tls: certFile === null || keyFile === null ? null : { certFile, keyFile },
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    databaseReplicaUrl: given.DATABASE_REPLICA_URL,
    mqttUrl: given.MQTT_URL,
    mqttWsUrl: given.MQTT_WS_URL,
    region: given.REGION,
    demo: given.DEMO,
    demoLayers: given.DEMO_LAYERS === 'on',
    demoWorld: given.DEMO_WORLD === 'on',
    seed: given.SEED,
    feedKey: given.FEED_KEY,
    keysFile: given.KEYS_FILE ?? join(given.DATA_DIR, KEYS_NAME),
    firmsMapKey: given.FIRMS_MAP_KEY,
    qweatherKey: given.QWEATHER_KEY,
    qweatherUrl: given.QWEATHER_URL,
    demoWeatherUrl: given.DEMO_WEATHER_URL,
    tiandituKey: given.TIANDITU_KEY,
    imageryUrl: given.IMAGERY_URL,
    baseMaps: given.BASE_MAPS ?? [],
    baseMapCacheGigabytes: given.BASE_MAP_CACHE_GIGABYTES,
    terrainUrl: given.TERRAIN_URL,
    smsUrl: given.SMS_URL,
    mail: given.SMTP_URL === null || given.MAIL_FROM === null ? null : { url: given.SMTP_URL, from: given.MAIL_FROM },
    notifications: given.NOTIFICATIONS === 'on',
    notifyHosts: given.NOTIFY_HOSTS ?? [],
    portal: { verifyUrl: given.SSO_VERIFY_URL, url: given.SSO_PORTAL_URL },
    oidc:
      given.OIDC_ISSUER === null || given.OIDC_CLIENT_ID === null
        ? null
        : {
            issuer: given.OIDC_ISSUER,
            clientId: given.OIDC_CLIENT_ID,
            clientSecret: given.OIDC_CLIENT_SECRET,
            redirectUrl: given.OIDC_REDIRECT_URL,
            usernameClaim: given.OIDC_USERNAME_CLAIM,
            scope: given.OIDC_SCOPE,
            acrValues: given.OIDC_ACR_VALUES ?? [],
            maxAgeSeconds: oidcMaxAgeOf(given),
          },
    cameraHosts: given.CAMERA_HOSTS ?? (isDemo ? DEMO_CAMERAS : []),
    cameraGateways: {
      hikvision: at(given.HIKVISION_URL),
      chinaTower: at(given.CHINA_TOWER_URL),
      guide: at(given.GUIDE_URL),
      aqishi: aqishi && { ...aqishi, username: given.AQISHI_USER ?? '', password: given.AQISHI_PASSWORD ?? '' },
      mediaKit: mediaKit && { ...mediaKit, secret: given.MEDIA_KIT_SECRET ?? '' },
    },
    dailyBudgets: {
      reports: given.DAILY_REPORTS,
      messages: given.DAILY_MESSAGES,
      'ranger-messages': given.DAILY_RANGER_MESSAGES,
      photos: given.DAILY_PHOTOS,
    },
    fireAssociation: given.FIRE_ASSOCIATION === 'on',
    secondLook: given.SECOND_LOOK === null ? isDemo && given.DEMO_WORLD === 'on' : given.SECOND_LOOK === 'on',
    reportingClock: given.REPORTING_CLOCK === 'on',
    eventsKeepMonths: given.EVENTS_KEEP_MONTHS,
    auditKeepMonths: given.AUDIT_KEEP_MONTHS,
    recordDays: given.RECORD_DAYS,
    recordGigabytes: given.RECORD_GIGABYTES,
    gatePictureDays: given.GATE_PICTURE_DAYS,
    gatePictureGigabytes: given.GATE_PICTURE_GIGABYTES,
    s3: s3Of(given),
    replayMenuFullName: given.REPLAY_MENU_FULL_NAME ?? (isDemo ? DEMO_REPLAY_USER : null),
    links: Object.fromEntries(
      Object.entries(LINK_VARIABLES).flatMap(([id, name]) => {
        const address = given[name];
        return address === null ? [] : [[id, address]];
      }),
    ),
    digitalForestry: given.DIGITAL_FORESTRY,
    webAppDir: given.WEB_APP_DIR,
    logLevel: given.LOG_LEVEL,
    tracing:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === null
        ? null
        : {
            endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: given.OTEL_SERVICE_NAME ?? '',
            sampler: given.OTEL_TRACES_SAMPLER,
            ratio: given.OTEL_TRACES_SAMPLER_ARG,
          },
    syslog: given.SYSLOG,
    uploadScanner: given.UPLOAD_SCANNER,
    cryptoSuite: given.CRYPTO,
    securityPolicy: given.SECURITY_POLICY,
    sessionIdleMinutes: given.SESSION_IDLE_MINUTES,
    phoneStorage: given.PHONE_STORAGE,
    sessionsMost: given.MAX_SESSIONS,
    givenPasswordDays: given.GIVEN_PASSWORD_DAYS,
  } satisfies Config;
  const unmeant = clearLinks(config).filter(({ name }) => !config.clearLinks.includes(name));
  if (config.securityPolicy === 'strict' && unmeant.length > 0) throw new BadConfig(clearLinksFault(env, unmeant));
  return config;
}

/** Under strict, a sign-on at the provider may not be older than a session may be here. */
const oidcMaxAgeOf = (given: { readonly OIDC_MAX_AGE_MINUTES: number | null; readonly SECURITY_POLICY: SecurityPolicy }): number | null =>
  given.OIDC_MAX_AGE_MINUTES !== null
    ? given.OIDC_MAX_AGE_MINUTES * 60
    : given.SECURITY_POLICY === 'strict'
      ? STRICT_SESSION_HOURS * 3600
      : null;

/** Under strict each unencrypted link has to be listed by the operator. */
function clearLinksFault(env: Environment, unmeant: readonly ClearLink[]): string {
  const named = unmeant.map(({ name, host }) => `${name}（${host}）`).join('、');
  const names = unmeant.map(({ name }) => name).join(', ');
  return `环境变量有误，服务没有启动（bad environment, not started）：
  CLEAR_LINKS=${env.CLEAR_LINKS ?? ''}：严格模式下，这些外部服务的连接没有加密：${named}。请改用加密的地址（sslmode=verify-full、mqtts:、https:、smtps:、tls:），或确认是封闭的网络后在此列出
    CLEAR_LINKS: under strict these are spoken to in the clear: ${names}. Give addresses with TLS, or name them here if their network is closed`;
}

function s3Of(
  given: {
    readonly [Name in (typeof S3_SETTINGS)[number] | 'S3_REGION']: string | null;
  } & { readonly S3_FORCE_PATH_STYLE: 'on' | 'off' },
): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  const forcePathStyle = given.S3_FORCE_PATH_STYLE === 'on';
  return { endpoint, bucket, region: given.S3_REGION ?? '', accessKeyId, secretAccessKey, forcePathStyle };
}

function baseMapEntry(entry: string): BaseMapEntry | null {
  const [, plus, title, url] = /^(\+?)([^|]+)\|(.+)$/.exec(entry.trim()) ?? [];
  if (title === undefined || url === undefined || tileAddressOf(url) === null) return null;
  return { title: title.trim(), url: url.trim(), isLabels: plus === '+' };
}

function forestryLink(entry: string): ForestryLink | null {
  const [, title, url] = /^([^|]+)\|(.+)$/.exec(entry.trim()) ?? [];
  if (title === undefined || url === undefined || !URL.canParse(url)) return null;
  const { protocol, pathname } = new URL(url);
  const kind = /\.pdf$/i.test(pathname) ? 'pdf' : /\.(mp4|m3u8|webm)$/i.test(pathname) ? 'video' : null;
  return kind === null || !WEB.some((one) => one === protocol) ? null : { title: title.trim(), kind, url };
}

const SECRET = /KEY|PASSWORD|SECRET|URL|BASE_MAPS/;

/** Secrets are not printed. */
const shown = (name: string, value: string | undefined): string =>
  value === undefined ? '' : SECRET.test(name) && !name.startsWith('TLS_') ? '***' : JSON.stringify(value);

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
